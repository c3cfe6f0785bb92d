// audit/list-acts-on: recorded acts on one thing, newest first.
//   $ref     ref of the thing
//   $since   earliest time     $until, $id  cursor: only acts that come after it in this order, or have this id if $same
//   $page    in one map, since the database compiles a new plan for each parameter that is null:
//     by     only acts by this agent or with this API key (id); null for all     $limit  maximum rows
:params {namespace: "default", ref: "item:open_files", since: datetime("2000-01-01T00:00:00Z"), until: datetime(), id: "~", same: false, page: {by: null}, limit: 20};
MATCH (audit:Audit {namespace: $namespace, ref: $ref}) USING INDEX SEEK audit:Audit(namespace, ref, at)
WHERE audit.at >= $since AND audit.at <= $until
  AND (audit.at < $until OR audit.id < $id OR $same AND audit.id = $id)
  AND ($page.by IS NULL OR audit.by = toLower($page.by) OR audit.keyId = $page.by)
RETURN audit.id AS id, audit.act AS act, audit.by AS by, audit.keyId AS keyId, audit.at AS at, [audit.ref] AS refs,
  1 AS refCount, audit.count AS count
ORDER BY at DESC, id DESC
LIMIT toInteger($limit)
