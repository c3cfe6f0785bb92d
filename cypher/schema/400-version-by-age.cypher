// The oldest earlier states of a namespace, for those that ended before VERSION_RETENTION.
CREATE INDEX version_by_age IF NOT EXISTS FOR (v:Version) ON (v.namespace, v.until)
