// review/list-contradictions: times at which contradicting facts begin: facts of one source and functional type with
// different targets, unless a person decided that all of them hold together. At is the time when the last of these facts
// became known; newest first, ties by id.
//   $since, $to  time range in which the last fact became known
//   $beforeId    for entries at $to, only those after this id in the list
:params {namespace: "default", since: datetime("2026-01-01"), to: datetime(), beforeId: "~", limit: 20};
CALL () {
  MATCH (source:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, conflict)
  WHERE l.namespace = $namespace AND l.conflict > ''
  RETURN source, l
 UNION ALL
  MATCH (source:Entity)-[l:WAS_LINK]->(:Entity) USING INDEX SEEK l:WAS_LINK(namespace, conflict)
  WHERE l.namespace = $namespace AND l.conflict > ''
  RETURN source, l
}
WITH l.conflict AS id, source.id AS sourceId, max(l.createdAt) AS at,
  count(CASE WHEN l.heldTogether = l.conflict THEN null ELSE 1 END) AS undecided
WHERE undecided > 0 AND at >= $since AND at <= $to AND (at < $to OR id < $beforeId)
RETURN id, at, null AS planId, null AS stepNum, null AS learningId, 'entity:' + sourceId AS ref
ORDER BY at DESC, id DESC
LIMIT toInteger($limit)
