// search/find-aliases: what ids of entities stand for that were merged into others. One row each that was; none of all others.
:params {namespace: "default", ids: ["user:al"]};
UNWIND $ids AS id
MATCH (alias:EntityAlias {namespace: $namespace, id: id}) USING INDEX SEEK alias:EntityAlias(namespace, id)
RETURN alias.id AS id, alias.target AS target
