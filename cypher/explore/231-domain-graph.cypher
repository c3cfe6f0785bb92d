// explore/231-domain-graph: Dependencies in a domain
// Drawn as a graph. Edges state whether a dependency was declared, extracted from rules, or both.
:params {namespace: "demo", domain: "MSA"};
MATCH (fluent:Fluent {namespace: $namespace, domain: $domain}) WHERE fluent.name IS NOT NULL AND fluent.id IS NOT NULL
WITH fluent ORDER BY fluent.name, fluent.id LIMIT 60
WITH collect(fluent) AS fluents
UNWIND fluents AS fluent
OPTIONAL MATCH needs = (fluent)-[:DEPENDS_ON]->(needed) WHERE needed IN fluents
RETURN fluent, needs
