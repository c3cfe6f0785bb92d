// fluents/delete-domain-fluents: delete fluents of a domain with their rules, values and evidence, as many as $limit. Under the
// domain's lock, again and again until none is left. Returns how many were deleted.
:params {namespace: "default", domain: "MSA", limit: 500};
MATCH (fluent:Fluent {namespace: $namespace, domain: $domain}) WHERE fluent.name IS NOT NULL AND fluent.id IS NOT NULL
WITH fluent LIMIT toInteger($limit)
CALL (fluent) {
  OPTIONAL MATCH (fluent)-[:HAS_VERSION|HAS_VALUE|HAS_EVIDENCE]->(own)
  DETACH DELETE own
}
DETACH DELETE fluent
RETURN count(*) AS deleted
