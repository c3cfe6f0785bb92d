// What is left of items whose deletion has begun: nothing finds them any more but what takes them apart.
CREATE INDEX deleted_item IF NOT EXISTS FOR (d:DeletedItem) ON (d.namespace)
