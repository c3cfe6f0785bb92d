// fluents/list-versions: rules of fluents by version, newest first. One row per version below the bound: the current one has
// its rules, an earlier one its state as JSON.
//   $rows  id, below (exclusive upper bound of numbers)    $limit  maximum number of earlier versions of each fluent
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
