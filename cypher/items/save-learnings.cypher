// items/save-learnings: learnings say something else from now on, under their locks (versions/read-learnings). What a catalog knows
// them by stays known beside what they say now. One row each.
//   $rows  id, fields (what they say), contentHash (of that)
:params {namespace: "default", rows: [{id: "l1", fields: {task: "Open a file", recoveryApproach: "Use the tab"}, contentHash: "h"}]};
UNWIND $rows AS row
MATCH (learning:Learning {namespace: $namespace, id: row.id}) USING INDEX SEEK learning:Learning(namespace, id)
SET learning += row.fields, learning.title = left(row.fields.task, 80),
  learning.firstHash = coalesce(learning.firstHash, learning.contentHash), learning.contentHash = row.contentHash
RETURN learning.id AS id
