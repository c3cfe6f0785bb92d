// versions/keep-learnings: record the result of a write of learnings. If the content differs, the earlier state becomes a version,
// and the learning gets the next number. Each change with an effect is recorded with the refs of the changed learnings.
// Unchanged learnings are not written. One row for each changed learning.
//   $changes  id, by, keyId, at, door, and rows: ref, before (number, values, title and text as read-learnings gave them; state:
//             the values as JSON; null where it did not exist)
//   $fields   properties whose values are compared
:params {namespace: "default", fields: ["recoveryApproach"], changes: [{id: "01JDEMO", at: datetime(), by: null, keyId: null, door: "EDIT", rows: [{ref: "learning:l1", before: {number: 1, values: ["Use the tab"], state: "{}", title: "Open a file", text: null}}]}]};
UNWIND $changes AS each
WITH each {.id, .by, .keyId, .at, .door} AS made, each.rows AS rows
UNWIND rows AS row
MATCH (node:Learning {namespace: $namespace, id: substring(row.ref, 9)}) USING INDEX SEEK node:Learning(namespace, id)
WITH made, row, node, row.before AS before
WHERE before IS NULL OR any(place IN range(0, size($fields) - 1)
  WHERE NOT coalesce(node[$fields[place]] = before.values[place], node[$fields[place]] IS NULL AND before.values[place] IS NULL))
WITH made, row, node, before, coalesce(node.since, node.createdAt, node.timestamp) AS since
WITH made, row, node, before, since, CASE WHEN since > made.at THEN since ELSE made.at END AS until
FOREACH (_ IN CASE WHEN before IS NULL THEN [] ELSE [1] END |
  // A service without versions may have deleted a learning of this ref and left its versions; MERGE overwrites such a version.
  MERGE (version:Version {namespace: $namespace, ref: row.ref, number: toInteger(before.number)})
  SET version.state = before.state, version.title = before.title, version.text = before.text, version.from = since,
    version.until = until, version.change = node.change, version.endedBy = made.id
  SET node.number = coalesce(node.number, 1) + 1, node.since = until
)
SET node.change = made.id
WITH made, collect(row.ref) AS refs
MERGE (change:Change {namespace: $namespace, id: made.id})
ON CREATE SET change.by = made.by, change.keyId = made.keyId, change.door = made.door, change.at = made.at, change.refs = refs,
  change.title = replace(toLower(made.door), '_', ' ')
ON MATCH SET change.refs = change.refs + refs
WITH refs
UNWIND refs AS ref
RETURN ref
