// merging/list-aliases-of: ids that stand for these entities.
:params {namespace: "default", ids: ["user:alice"]};
UNWIND $ids AS target
MATCH (alias:EntityAlias {namespace: $namespace, target: target}) USING INDEX SEEK alias:EntityAlias(namespace, target)
RETURN target, alias.id AS id
ORDER BY target, id
