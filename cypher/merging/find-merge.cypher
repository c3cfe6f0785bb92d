// merging/find-merge: which entity a change merged into which. One row; none where it merged none.
:params {namespace: "default", id: "01JDEMO"};
MATCH (change:Change {namespace: $namespace, id: $id})
WHERE change.mergeSource IS NOT NULL
RETURN change.mergeSource AS source, change.mergeTarget AS target
