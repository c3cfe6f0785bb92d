// Lists the pieces that may supersede others, newest first; only what nobody has decided has the time.
CREATE INDEX doubt_by_time IF NOT EXISTS FOR ()-[d:MAY_SUPERSEDE]-() ON (d.namespace, d.waitsSince)
