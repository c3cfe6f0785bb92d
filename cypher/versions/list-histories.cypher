// versions/list-histories: earlier states of things, newest first within each thing, with the changes that made the states and
// those that removed the things. One row for each state.
//   $rows   ref, below (only numbers less than it)     $limit  maximum states of a thing
:params {namespace: "default", rows: [{ref: "item:open_files", below: 10}], limit: 20};
UNWIND $rows AS row
CALL (row) {
  MATCH (version:Version {namespace: $namespace, ref: row.ref})
  WHERE version.number < row.below
  RETURN version ORDER BY version.number DESC LIMIT toInteger($limit)
}
OPTIONAL MATCH (change:Change {namespace: $namespace, id: version.change})
OPTIONAL MATCH (end:Change {namespace: $namespace, id: CASE WHEN version.gone THEN version.endedBy END})
RETURN row.ref AS ref, version.number AS number, version.state AS state, version.from AS `from`, version.until AS until, coalesce(version.gone, false) AS gone,
  change {.id, .door, .undoes, undone: coalesce(change.undone, false)} AS change,
  end {.id, .door, .undoes, undone: coalesce(end.undone, false)} AS goneBy
ORDER BY ref, number DESC
