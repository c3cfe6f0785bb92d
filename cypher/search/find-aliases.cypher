// search/find-aliases: the entities into which the entities with these ids were merged. One row per merged entity.
:params {namespace: "default", ids: ["user:al"]};
UNWIND $ids AS id
MATCH (alias:EntityAlias {namespace: $namespace, id: id}) USING INDEX SEEK alias:EntityAlias(namespace, id)
RETURN alias.id AS id, alias.target AS target
