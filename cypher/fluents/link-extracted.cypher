// fluents/link-extracted: write dependencies that were read from rules. All ids must exist.
//   $rows  from, to (ids), via (ascending), negated (true if every condition is negated)
:params {namespace: "default", rows: [{from: "MSA/gap", to: "MSA/withinArea", via: ["holdsAt"], negated: false}]};
UNWIND $rows AS row
MATCH (fluent:Fluent {namespace: $namespace, id: row.from})
MATCH (needed:Fluent {namespace: $namespace, id: row.to})
MERGE (fluent)-[edge:DEPENDS_ON]->(needed)
ON CREATE SET edge.declared = false
SET edge.extracted = true, edge.followed = true, edge.via = row.via, edge.negated = row.negated
