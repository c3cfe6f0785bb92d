// review/count-entities-since: number of entities created since a time, counted up to $most.
:params {namespace: "default", since: datetime("2026-01-01"), most: 2001};
MATCH (entity:Entity) USING INDEX SEEK entity:Entity(namespace, createdAt)
WHERE entity.namespace = $namespace AND entity.createdAt >= $since
WITH entity LIMIT toInteger($most)
RETURN count(entity) AS total
