// layers/find-deleted: one row as long as an entity whose deletion has begun is not completely deleted.
:params {namespace: "default"};
MATCH (entity:DeletedEntity {namespace: $namespace})
RETURN entity.id AS id LIMIT 1
