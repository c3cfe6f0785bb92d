// merging/drop-aliases: delete the aliases of an entity that a person deletes. One row each.
:params {namespace: "default", id: "user:alice"};
MATCH (alias:EntityAlias {namespace: $namespace, target: $id}) USING INDEX SEEK alias:EntityAlias(namespace, target)
WITH alias, alias.id AS id, alias.name AS name
DETACH DELETE alias
RETURN id, name
