// Finds the undos of a change, and those that undo these.
CREATE INDEX change_by_base IF NOT EXISTS FOR (c:Change) ON (c.namespace, c.base)
