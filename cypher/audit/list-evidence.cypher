// audit/list-evidence: evidence of a namespace as entries of its audit, newest first.
//   $since   earliest time     $until, $id  cursor: only evidence that comes after it in this order, or has this id if $same
//   $page    in one map, since the database compiles a new plan for each parameter that is null:
//     by     only evidence by this agent or with this API key (id); null for all     $limit  maximum rows
:params {namespace: "default", since: datetime("2000-01-01T00:00:00Z"), until: datetime(), id: "~", same: false, page: {by: null}, limit: 20};
MATCH (evidence:Evidence {namespace: $namespace}) USING INDEX SEEK evidence:Evidence(namespace, at)
WHERE evidence.at >= $since AND evidence.at <= $until
  AND (evidence.at < $until OR evidence.id < $id OR $same AND evidence.id = $id)
  AND ($page.by IS NULL OR evidence.agent = toLower($page.by) OR evidence.keyId = $page.by)
WITH evidence ORDER BY evidence.at DESC, evidence.id DESC LIMIT toInteger($limit)
OPTIONAL MATCH (thing)-[:HAS_EVIDENCE]->(evidence)
WITH evidence, collect(thing.ref) AS refs
RETURN evidence.id AS id, evidence.kind AS act, evidence.agent AS by, evidence.keyId AS keyId, evidence.at AS at,
  refs, size(refs) AS refCount, 1 AS count
ORDER BY at DESC, id DESC
