// fluents/delete-domain-fluents: delete fluents of a domain with their rules, values and evidence, as many as $limit. Under the
// domain's lock, again and again until none is left; their versions go beside. Returns the refs of what was deleted.
:params {namespace: "default", domain: "MSA", limit: 500};
MATCH (fluent:Fluent {namespace: $namespace, domain: $domain}) WHERE fluent.name IS NOT NULL AND fluent.id IS NOT NULL
WITH fluent, fluent.ref AS ref LIMIT toInteger($limit)
CALL (fluent) {
  OPTIONAL MATCH (fluent)-[:HAS_VERSION|HAS_VALUE|HAS_EVIDENCE]->(own)
  DETACH DELETE own
}
DETACH DELETE fluent
RETURN collect(ref) AS deleted
