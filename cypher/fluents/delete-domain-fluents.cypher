// fluents/delete-domain-fluents: delete up to $limit fluents of a domain with their rules, values and evidence. The caller
// repeats it under the domain's lock until none is left, and deletes the versions itself. Returns refs of deleted fluents.
:params {namespace: "default", domain: "MSA", limit: 500};
MATCH (fluent:Fluent {namespace: $namespace, domain: $domain}) WHERE fluent.name IS NOT NULL AND fluent.id IS NOT NULL
WITH fluent, fluent.ref AS ref LIMIT toInteger($limit)
CALL (fluent) {
  OPTIONAL MATCH (fluent)-[:HAS_VALUE|HAS_EVIDENCE]->(own)
  DETACH DELETE own
}
DETACH DELETE fluent
RETURN collect(ref) AS deleted
