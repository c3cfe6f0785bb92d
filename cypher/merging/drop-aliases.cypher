// merging/drop-aliases: ids that stand for an entity which a person deletes stand for nothing from then on. One row each.
:params {namespace: "default", id: "user:alice"};
MATCH (alias:EntityAlias {namespace: $namespace, target: $id}) USING INDEX SEEK alias:EntityAlias(namespace, target)
WITH alias, alias.id AS id, alias.name AS name
DETACH DELETE alias
RETURN id, name
