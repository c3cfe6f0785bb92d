// What is left of entities whose deletion has begun: nothing finds them any more but what takes them apart.
CREATE INDEX deleted_entity IF NOT EXISTS FOR (d:DeletedEntity) ON (d.namespace)
