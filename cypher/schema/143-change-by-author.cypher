// Lists the changes of one agent, newest first.
CREATE INDEX change_by_author IF NOT EXISTS FOR (c:Change) ON (c.namespace, c.by, c.at)
