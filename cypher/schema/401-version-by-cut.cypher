// The time to which the history of a namespace reaches back.
CREATE INDEX version_by_cut IF NOT EXISTS FOR (v:Version) ON (v.namespace, v.cutAt)
