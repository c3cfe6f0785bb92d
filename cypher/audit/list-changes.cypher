// audit/list-changes: changes of content of a namespace as entries of its audit, newest first.
//   $since   earliest time     $until, $id  cursor: only changes that come after it in this order, or have this id if $same
//   $page    in one map, since the database compiles a new plan for each parameter that is null:
//     by     only changes by this agent or with this API key (id); null for all
//     ref    only changes of this thing; null for all     $limit  maximum rows
:params {namespace: "default", since: datetime("2000-01-01T00:00:00Z"), until: datetime(), id: "~", same: false, page: {by: null, ref: null}, limit: 20};
MATCH (change:Change {namespace: $namespace}) USING INDEX SEEK change:Change(namespace, at)
WHERE change.at >= $since AND change.at <= $until
  AND (change.at < $until OR change.id < $id OR $same AND change.id = $id)
  AND ($page.by IS NULL OR change.by = toLower($page.by) OR change.keyId = $page.by)
  AND ($page.ref IS NULL OR $page.ref IN change.refs)
RETURN change.id AS id, change.door AS act, change.by AS by, change.keyId AS keyId, change.at AS at,
  change.refs[..100] AS refs, size(change.refs) AS refCount, 1 AS count
ORDER BY at DESC, id DESC
LIMIT toInteger($limit)
