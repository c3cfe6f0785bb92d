// versions/keep-entities: record the result of a write of entities. If the content differs, the earlier state becomes a version,
// and the entity gets the next number. A created entity gets number 1, or the number after the states that an undo left. Each
// change with an effect is recorded with the refs of the changed entities. Unchanged entities are not written. One row for each
// changed entity.
//   $changes  id, by, keyId, at, door, and rows: ref, before (number, values, title and text as read-entities gave them; state:
//             the values as JSON; null where it did not exist)
//   $fields   properties whose values are compared
:params {namespace: "default", fields: ["description"], changes: [{id: "01JDEMO", at: datetime(), by: null, keyId: null, door: "SAVE_ITEM", rows: [{ref: "entity:user:alice", before: {number: 1, values: ["Loads a file"], state: "{}", title: "open files", text: "Loads a file"}}]}]};
UNWIND $changes AS each
WITH each {.id, .by, .keyId, .at, .door} AS made, each.rows AS rows
UNWIND rows AS row
MATCH (node:Entity {namespace: $namespace, id: substring(row.ref, 7)}) USING INDEX SEEK node:Entity(namespace, id)
WITH made, row, node, row.before AS before
WHERE before IS NULL OR any(place IN range(0, size($fields) - 1)
  WHERE NOT coalesce(node[$fields[place]] = before.values[place], node[$fields[place]] IS NULL AND before.values[place] IS NULL))
WITH made, row, node, before, coalesce(node.since, node.createdAt) AS since,
  CASE WHEN before IS NULL THEN COLLECT {
    MATCH (kept:Version {namespace: $namespace, ref: row.ref}) WHERE kept.number > 0
    RETURN kept.number ORDER BY kept.number DESC LIMIT 1
  }[0] END AS last
WITH made, row, node, before, last, since, CASE WHEN since > made.at THEN since ELSE made.at END AS until
FOREACH (_ IN CASE WHEN before IS NULL THEN [] ELSE [1] END |
  // A service without versions may have deleted an entity of this ref and left its versions; MERGE overwrites such a version.
  MERGE (version:Version {namespace: $namespace, ref: row.ref, number: toInteger(before.number)})
  SET version.state = before.state, version.title = before.title, version.text = before.text, version.from = since,
    version.until = until, version.change = node.change, version.endedBy = made.id
  SET node.number = toInteger(before.number) + 1, node.since = until
)
SET node.change = made.id, node.number = coalesce(last + 1, node.number)
WITH made, collect(row.ref) AS refs
MERGE (change:Change {namespace: $namespace, id: made.id})
ON CREATE SET change.by = made.by, change.keyId = made.keyId, change.door = made.door, change.at = made.at, change.refs = refs,
  change.title = replace(toLower(made.door), '_', ' ')
ON MATCH SET change.refs = change.refs + refs
WITH refs
UNWIND refs AS ref
RETURN ref
