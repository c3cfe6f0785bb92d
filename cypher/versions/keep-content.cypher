// versions/keep-content: record the result of a write of knowledge. If the content differs, the earlier state becomes a version,
// and the node gets the next number. A created node gets number 1, or the number after the states that an earlier node of its
// ref left. Each change with an effect is recorded with the refs of the changed nodes. Unchanged nodes are not written. One row
// for each changed node.
//   $changes  id, by, keyId, at, door, and rows: ref, before (number, values, title, text and facets as read-content gave them; state:
//             the values as JSON; null where it did not exist)
//   $fields   properties whose values are compared
:params {namespace: "default", fields: ["description"], changes: [{id: "01JDEMO", at: datetime(), by: null, keyId: null, door: "SAVE_ITEM", rows: [{ref: "item:open_files", before: {number: 1, values: ["Loads a file"], state: "{}", title: "open files", text: "Loads a file", facets: ["kitem0"]}}]}]};
UNWIND $changes AS each
WITH each {.id, .by, .keyId, .at, .door} AS made, each.rows AS rows
UNWIND rows AS row
MATCH (node:Knowledge {namespace: $namespace, ref: row.ref}) USING INDEX SEEK node:Knowledge(namespace, ref)
WITH made, row, node, row.before AS before
WHERE before IS NULL OR any(place IN range(0, size($fields) - 1)
  WHERE NOT coalesce(node[$fields[place]] = before.values[place], node[$fields[place]] IS NULL AND before.values[place] IS NULL))
WITH made, row, node, before, coalesce(node.since, node.createdAt) AS since,
  // A service without versions may have deleted a node of this ref and left its versions. The numbers continue after these.
  CASE WHEN node.change IS NULL THEN COLLECT {
    MATCH (version:Version {namespace: $namespace, ref: row.ref}) USING INDEX SEEK version:Version(namespace, ref, number)
    WHERE version.number IS NOT NULL
    RETURN version.number ORDER BY version.namespace DESC, version.ref DESC, version.number DESC LIMIT 1
  }[0] END AS last
WITH made, row, node, before, since, coalesce(last + 1, node.number, 1) AS number, CASE WHEN since > made.at THEN since ELSE made.at END AS until
FOREACH (_ IN CASE WHEN before IS NULL THEN [] ELSE [1] END |
  CREATE (:Version:SearchedVersion {
    namespace: $namespace, ref: row.ref, number: number, facets: before.facets, state: before.state, title: before.title,
    text: before.text, from: since, until: until, change: node.change, endedBy: made.id
  })
  SET node.number = number + 1, node.since = until
)
// There was a node of this ref before; the content of the new one applies from now on.
FOREACH (_ IN CASE WHEN before IS NULL AND number > 1 THEN [1] ELSE [] END | SET node.number = number, node.since = made.at)
SET node.change = made.id
WITH made, collect(row.ref) AS refs
MERGE (change:Change {namespace: $namespace, id: made.id})
ON CREATE SET change.by = made.by, change.keyId = made.keyId, change.door = made.door, change.at = made.at, change.refs = refs,
  change.title = replace(toLower(made.door), '_', ' ')
ON MATCH SET change.refs = change.refs + refs
WITH refs
UNWIND refs AS ref
RETURN ref
