// fluents/find-versions: rules of fluents in given versions, earlier or current. No row for a version that does not exist or
// was deleted. An earlier version has its state as JSON, the current one its rules.
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
