// merging/list-aliases: all entities of a namespace that were merged into others. One row each.
// into is the one that it was merged into, target the one that it stands for now; merge is the change that merged it.
:params {namespace: "default"};
MATCH (alias:EntityAlias {namespace: $namespace})
WHERE alias.id > '' // so that the index finds them
RETURN alias.id AS id, alias.into AS into, alias.target AS target, alias.merge AS merge
ORDER BY id
