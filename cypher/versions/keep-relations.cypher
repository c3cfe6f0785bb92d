// versions/keep-relations: record the result of a write of relations. If the content differs, the earlier state becomes a version,
// and the relation gets the next number. A created relation gets number 1, or the number after the states that an undo left. Each
// change with an effect is recorded with the refs of the changed relations. One row for each changed relation.
//   $changes  id, by, keyId, at, door, and rows: ref, key, before (number, values and title as read-relations gave them; state:
//             the values as JSON; null where it did not exist)
//   $fields   properties whose values are compared
:params {namespace: "default", fields: ["properties"], changes: [{id: "01JDEMO", at: datetime(), by: null, keyId: null, door: "LOAD_KNOWLEDGE", rows: [{ref: "relation:h", key: "k", before: {number: 1, values: ["{}"], state: "{}", title: "USES", text: null}}]}]};
UNWIND $changes AS each
WITH each {.id, .by, .keyId, .at, .door} AS made, each.rows AS rows
UNWIND rows AS row
MATCH (source:Entity)-[link:LINK {namespace: $namespace, key: row.key}]->(target:Entity) USING INDEX SEEK link:LINK(namespace, key)
WITH made, row, source, link, target, row.before AS before,
  [field IN $fields | CASE field WHEN 'sourceId' THEN source.id WHEN 'targetId' THEN target.id ELSE link[field] END] AS values
WHERE before IS NULL OR any(place IN range(0, size($fields) - 1)
  WHERE NOT coalesce(values[place] = before.values[place], values[place] IS NULL AND before.values[place] IS NULL))
WITH made, row, source, link, target, before, coalesce(link.since, link.createdAt) AS since,
  CASE WHEN before IS NULL THEN COLLECT {
    MATCH (kept:Version {namespace: $namespace, ref: row.ref}) WHERE kept.number > 0
    RETURN kept.number ORDER BY kept.number DESC LIMIT 1
  }[0] END AS last
WITH made, row, source, link, target, before, last, since, CASE WHEN since > made.at THEN since ELSE made.at END AS until
FOREACH (_ IN CASE WHEN before IS NULL THEN [] ELSE [1] END |
  MERGE (version:Version {namespace: $namespace, ref: row.ref, number: toInteger(before.number)})
  SET version.state = before.state, version.title = before.title, version.from = since, version.until = until,
    version.change = link.change, version.endedBy = made.id,
    version.source = source.id, version.target = target.id, version.piece = link.pieceId
  SET link.number = toInteger(before.number) + 1, link.since = until
)
SET link.ref = row.ref, link.change = made.id, link.number = coalesce(last + 1, link.number)
WITH made, collect(row.ref) AS refs
MERGE (change:Change {namespace: $namespace, id: made.id})
ON CREATE SET change.by = made.by, change.keyId = made.keyId, change.door = made.door, change.at = made.at, change.refs = refs,
  change.title = replace(toLower(made.door), '_', ' ')
ON MATCH SET change.refs = change.refs + refs
WITH refs
UNWIND refs AS ref
RETURN ref
