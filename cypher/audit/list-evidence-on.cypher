// audit/list-evidence-on: evidence of one thing as entries of its audit, newest first.
//   $ref     ref of the thing
//   $since   earliest time     $until, $id  cursor: only evidence that comes after it in this order, or has this id if $same
//   $page    in one map, since the database compiles a new plan for each parameter that is null:
//     by     only evidence by this agent or with this API key (id); null for all     $limit  maximum rows
:params {namespace: "default", ref: "item:open_files", since: datetime("2000-01-01T00:00:00Z"), until: datetime(), id: "~", same: false, page: {by: null}, limit: 20};
MATCH (thing:Knowledge {namespace: $namespace, ref: $ref})-[:HAS_EVIDENCE]->(evidence:Evidence)
WHERE evidence.at >= $since AND evidence.at <= $until
  AND (evidence.at < $until OR evidence.id < $id OR $same AND evidence.id = $id)
  AND ($page.by IS NULL OR evidence.agent = toLower($page.by) OR evidence.keyId = $page.by)
RETURN evidence.id AS id, evidence.kind AS act, evidence.agent AS by, evidence.keyId AS keyId, evidence.at AS at,
  [thing.ref] AS refs, 1 AS refCount, 1 AS count
ORDER BY at DESC, id DESC
LIMIT toInteger($limit)
