// fluents/declare: write declared dependencies. An edge is followed if it was extracted, too, or the fluent has no rules.
//   $rows  from, to (ids)
:params {namespace: "default", rows: [{from: "MSA/rendezVous", to: "MSA/gap"}]};
UNWIND $rows AS row
MATCH (fluent:Fluent {namespace: $namespace, id: row.from})
MATCH (needed:Fluent {namespace: $namespace, id: row.to})
MERGE (fluent)-[edge:DEPENDS_ON]->(needed)
ON CREATE SET edge.extracted = false, edge.via = [], edge.negated = false
SET edge.declared = true, edge.followed = edge.extracted OR fluent.rules IS NULL
