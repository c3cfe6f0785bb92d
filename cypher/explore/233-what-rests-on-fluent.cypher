// explore/233-what-rests-on-fluent: Fluents that break if a fluent changes
// All fluents that depend on it, nearest first. Drawn as a graph: the shortest path from each of them.
:params {namespace: "demo", fluentId: "MSA/gap"};
MATCH (fluent:Fluent {namespace: $namespace, id: $fluentId})
MATCH (fluent)<-[:DEPENDS_ON*1.. {followed: true}]-(node)
WITH DISTINCT fluent, node WHERE node <> fluent
MATCH way = shortestPath((node)-[:DEPENDS_ON*1..20]->(fluent))
RETURN way, length(way) AS steps, node.id AS needs
ORDER BY steps, needs LIMIT 20
