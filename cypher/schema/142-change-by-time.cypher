// Lists the changes of a namespace, newest first.
CREATE INDEX change_by_time IF NOT EXISTS FOR (c:Change) ON (c.namespace, c.at)
