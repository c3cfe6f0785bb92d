// fluents/delete-fluent: delete a fluent with its rules, values, evidence and dependencies; the caller deletes its versions.
// If other fluents need it, its node stays as a name without rules. One row: ids of its dependencies, and whether the node
// stays; none when there is no such fluent.
:params {namespace: "default", id: "MSA/gap", now: datetime()};
MATCH (fluent:Fluent {namespace: $namespace, id: $id})
SET fluent.updatedAt = $now
WITH fluent
CALL (fluent) {
  OPTIONAL MATCH (fluent)-[:HAS_VALUE|HAS_EVIDENCE]->(own)
  DETACH DELETE own
}
CALL (fluent) {
  OPTIONAL MATCH (fluent)-[edge:DEPENDS_ON]->(needed)
  WITH edge, needed.id AS neededId
  DELETE edge
  RETURN collect(neededId) AS needed
}
WITH fluent, needed, EXISTS { MATCH (fluent)<-[:DEPENDS_ON]-() } AS stays
FOREACH (_ IN CASE WHEN stays THEN [] ELSE [1] END | DETACH DELETE fluent)
FOREACH (_ IN CASE WHEN stays THEN [1] ELSE [] END |
  SET fluent.trust = 1.0, fluent.initialTrust = 1.0, fluent.trustSince = $now, fluent.named = false, fluent.declared = false, fluent.fluentKind = 'UNDEFINED', fluent.revision = 0, fluent.text = fluent.name, fluent.since = $now, fluent.scope = 'without-rules'
  REMOVE fluent.rules, fluent.exportRules, fluent.valueDependencies, fluent.description, fluent.number, fluent.change
)
RETURN needed, stays
