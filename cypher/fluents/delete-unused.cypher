// fluents/delete-unused: delete those of the given fluents that existed only because rules named them, and that have
// neither
// rules nor a declaration nor edges.
:params {namespace: "default", ids: ["MSA/gap"]};
UNWIND $ids AS id
MATCH (fluent:Fluent {namespace: $namespace, id: id})
WHERE fluent.rules IS NULL AND NOT fluent.named
  AND NOT EXISTS { MATCH (fluent)<-[:DEPENDS_ON]-() } AND NOT EXISTS { MATCH (fluent)-[:DEPENDS_ON]->() }
OPTIONAL MATCH (fluent)-[:HAS_EVIDENCE]->(evidence:Evidence)
DETACH DELETE evidence, fluent
