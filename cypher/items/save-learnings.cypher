// items/save-learnings: set the content of learnings, which versions/read-learnings has locked. The hash by which a
// catalog import recognises them is kept besides the new one. One row each.
//   $rows  id, fields (the new content), contentHash (of the new content)
:params {namespace: "default", rows: [{id: "l1", fields: {task: "Open a file", recoveryApproach: "Use the tab"}, contentHash: "h"}]};
UNWIND $rows AS row
MATCH (learning:Learning {namespace: $namespace, id: row.id}) USING INDEX SEEK learning:Learning(namespace, id)
SET learning += row.fields, learning.title = left(row.fields.task, 80),
  learning.firstHash = coalesce(learning.firstHash, learning.contentHash), learning.contentHash = row.contentHash
RETURN learning.id AS id
