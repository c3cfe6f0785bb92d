// explore/232-fluent-with-all-it-needs: A fluent with all its dependencies
// Drawn as a graph: all direct and indirect dependencies of the fluent, down to the input.
:params {namespace: "demo", fluentId: "MSA/rendezVous"};
MATCH (fluent:Fluent {namespace: $namespace, id: $fluentId})
MATCH (fluent)-[:DEPENDS_ON*0.. {followed: true}]->(node)
WITH DISTINCT node LIMIT 60
WITH collect(node) AS nodes
UNWIND nodes AS node
OPTIONAL MATCH step = (node)-[:DEPENDS_ON {followed: true}]->(next) WHERE next IN nodes
RETURN node, step
