// Finds the versions of the relations from an entity, which go with it.
CREATE INDEX version_by_source IF NOT EXISTS FOR (v:Version) ON (v.namespace, v.source)
