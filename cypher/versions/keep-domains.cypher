// versions/keep-domains: record the result of a write of domains of fluents. If the content of a domain differs, the earlier state
// becomes a version, and the domain gets the next number. Each change with an effect is recorded with the refs of the changed
// domains. Unchanged domains are not written. One row for each changed domain.
//   $changes  id, by, keyId, at, door, and rows: ref, before (number, values, title and text as read-domains gave them; state:
//             the values as JSON; null where it did not exist)
//   $fields   properties that are compared; `fluents` stands for the fluents of the domain
:params {namespace: "default", fields: ["fluents", "otherClauses"], changes: [{id: "01JDEMO", at: datetime(), by: null, keyId: null, door: "SAVE_FLUENT", rows: [{ref: "domain:MSA", before: {number: 1, values: [["fluent:MSA/gap@1"], []], state: "{}", title: "MSA", text: null}}]}]};
UNWIND $changes AS each
WITH each {.id, .by, .keyId, .at, .door} AS made, each.rows AS rows
UNWIND rows AS row
MATCH (node:Domain {namespace: $namespace, name: substring(row.ref, 7)}) USING INDEX SEEK node:Domain(namespace, name)
WITH made, row, node, row.before AS before,
  [field IN $fields | CASE field WHEN 'fluents' THEN COLLECT {
      MATCH (fluent:Fluent {namespace: $namespace, domain: node.name})
      WHERE fluent.name IS NOT NULL AND fluent.id IS NOT NULL AND fluent.rules IS NOT NULL
      RETURN fluent.ref + '@' + toString(coalesce(fluent.number, CASE WHEN fluent.revision > 0 THEN fluent.revision ELSE 1 END)) AS entry ORDER BY entry
    } ELSE node[field] END] AS values
WHERE before IS NULL OR any(place IN range(0, size($fields) - 1) WHERE values[place] <> before.values[place])
WITH made, row, node, before, coalesce(node.since, node.createdAt) AS since
WITH made, row, node, before, since, CASE WHEN since > made.at THEN since ELSE made.at END AS until
FOREACH (_ IN CASE WHEN before IS NULL THEN [] ELSE [1] END |
  // A service without versions may have deleted a domain of this name and left its versions; MERGE overwrites such a version.
  MERGE (version:Version {namespace: $namespace, ref: row.ref, number: toInteger(before.number)})
  SET version.state = before.state, version.title = before.title, version.text = before.text, version.from = since,
    version.until = until, version.change = node.change, version.endedBy = made.id
  SET node.number = toInteger(before.number) + 1, node.since = until
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
