// versions/delete-old: look at the next oldest earlier states of a namespace, and delete those that ended before a time. The
// newest earlier state of each thing stays, so that the number of a removed thing is not given again. The oldest state that is
// left of a thing gets the time as `cutAt`: what was before it is unknown. An undo that has read what is deleted here reads
// again. One row: how many were looked at and deleted, and where to go on.
//   $before      only states that ended before this time   $limit  maximum number of states to look at
//   $from, $key  until and key at which the last call stopped
:params {namespace: "default", before: datetime("2000-01-01T00:00:00Z"), from: datetime("0001-01-01T00:00:00Z"), key: "", limit: 500};
CALL () {
  MATCH (old:Version) USING INDEX SEEK old:Version(namespace, until)
  WHERE old.namespace = $namespace AND old.until >= $from AND old.until < $before
  WITH old, old.until AS until, old.ref + ' ' + old.number AS key
  WHERE until > $from OR key > $key
  RETURN old, until, key ORDER BY until, key LIMIT toInteger($limit)
}
WITH old, until, key, head(COLLECT {
  MATCH (next:Version {namespace: old.namespace, ref: old.ref}) USING INDEX SEEK next:Version(namespace, ref, number)
  WHERE next.number > old.number
  RETURN next ORDER BY next.number LIMIT 1
}) AS next
WITH collect({old: old, next: next}) AS found, count(*) AS looked, max({until: until, key: key}) AS stop
WITH found, looked, stop, [each IN found WHERE each.next IS NOT NULL] AS cut
WITH looked, stop, [each IN cut | each.old] AS gone, [each IN cut | each.next] AS left
OPTIONAL MATCH (undoing:Undoing {namespace: $namespace}) WHERE size(gone) > 0
SET undoing.epoch = coalesce(undoing.epoch, 0) + 1
WITH looked, stop, gone, left, size(gone) AS deleted
FOREACH (version IN [each IN left WHERE NOT each IN gone] | SET version.cutAt = $before)
FOREACH (version IN gone | DETACH DELETE version)
RETURN looked, deleted, stop
