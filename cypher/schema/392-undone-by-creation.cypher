// Finds the first knowledge of a namespace that an undo removed: searches can ask for the time in which it stood.
CREATE INDEX undone_by_creation IF NOT EXISTS FOR (u:Undone) ON (u.namespace, u.createdAt)
