// The same for the relations to an entity.
CREATE INDEX version_by_target IF NOT EXISTS FOR (v:Version) ON (v.namespace, v.target)
