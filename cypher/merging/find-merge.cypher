// merging/find-merge: source and target entity of the merge that a change records. One row; none if the change is no merge.
:params {namespace: "default", id: "01JDEMO"};
MATCH (change:Change {namespace: $namespace, id: $id})
WHERE change.mergeSource IS NOT NULL
RETURN change.mergeSource AS source, change.mergeTarget AS target
