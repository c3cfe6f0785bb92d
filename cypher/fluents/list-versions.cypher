// fluents/list-versions: what fluents said, newest first: the present version, where it is below the bound, then earlier ones. One
// row a version. The state of an earlier one is JSON; the present one has its rules.
//   $rows  id, below (only numbers below it)        $limit  most of each fluent
:params {namespace: "default", rows: [{id: "MSA/gap", below: 1000}], limit: 10};
UNWIND $rows AS row
CALL (row) {
  MATCH (fluent:Fluent {namespace: $namespace, id: row.id})
  WHERE coalesce(fluent.number, 1) < row.below
  RETURN coalesce(fluent.number, 1) AS number, fluent.rules AS rules, null AS state, coalesce(fluent.since, fluent.createdAt) AS at,
    fluent.change AS changeId
UNION ALL
  MATCH (version:Version {namespace: $namespace, ref: 'fluent:' + row.id})
  WHERE version.number < row.below
  RETURN version.number AS number, null AS rules, version.state AS state, version.from AS at, version.change AS changeId
  ORDER BY number DESC LIMIT toInteger($limit)
}
OPTIONAL MATCH (change:Change {namespace: $namespace, id: changeId})
RETURN row.id AS fluentId, number, rules, state, at, change.by AS by
ORDER BY fluentId, number DESC
