// versions/find-unsettled: time of the first change from before a time that was undone, or brought back, at that time or later.
// One row, with null if there is none.
:params {namespace: "default", before: datetime("2000-01-01T00:00:00Z")};
MATCH (undo:Change) USING INDEX SEEK undo:Change(namespace, base)
WHERE undo.namespace = $namespace AND undo.base IS NOT NULL AND undo.at >= $before
MATCH (base:Change {namespace: $namespace, id: undo.base})
WHERE base.at < $before
RETURN min(base.at) AS at
