// merging/list-aliases: all entities of a namespace that were merged into others. One row each. into: the entity it was merged
// into; target: the entity that the alias resolves to now, through further merges; merge: the change that merged it.
:params {namespace: "default"};
MATCH (alias:EntityAlias {namespace: $namespace})
WHERE alias.id > '' // the condition lets the planner use the index
RETURN alias.id AS id, alias.into AS into, alias.target AS target, alias.merge AS merge
ORDER BY id
