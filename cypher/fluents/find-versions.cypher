// fluents/find-versions: what fluents said in a version of theirs, present ones included. None where there is no such version (any
// more). The state of an earlier one is JSON; the present one has its rules.
//   $rows  id, number
:params {namespace: "default", rows: [{id: "MSA/gap", number: 1}]};
UNWIND $rows AS row
CALL (row) {
  MATCH (fluent:Fluent {namespace: $namespace, id: row.id})
  WHERE coalesce(fluent.number, 1) = row.number
  RETURN fluent.rules AS rules, null AS state, coalesce(fluent.since, fluent.createdAt) AS at
UNION ALL
  MATCH (version:Version {namespace: $namespace, ref: 'fluent:' + row.id, number: toInteger(row.number)})
  RETURN null AS rules, version.state AS state, version.from AS at
}
RETURN row.id AS fluentId, row.number AS number, rules, state, at
