// fluents/delete-unused: of these fluents, delete those that only rules named: without rules, declaration and edges.
:params {namespace: "default", ids: ["MSA/gap"]};
UNWIND $ids AS id
MATCH (fluent:Fluent {namespace: $namespace, id: id})
WHERE fluent.rules IS NULL AND NOT fluent.named
  AND NOT EXISTS { MATCH (fluent)<-[:DEPENDS_ON]-() } AND NOT EXISTS { MATCH (fluent)-[:DEPENDS_ON]->() }
OPTIONAL MATCH (fluent)-[:HAS_EVIDENCE]->(evidence:Evidence)
DETACH DELETE evidence, fluent
