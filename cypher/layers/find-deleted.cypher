// layers/find-deleted: one row while something is left of an entity whose deletion has begun.
:params {namespace: "default"};
MATCH (entity:DeletedEntity {namespace: $namespace})
RETURN entity.id AS id LIMIT 1
