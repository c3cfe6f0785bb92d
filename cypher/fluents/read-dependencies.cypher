// fluents/read-dependencies: the given fluents and all their dependencies, once each, with their followed edges.
// If a fluent has rules, the edges read from them are followed, otherwise the declared ones. DISTINCT lets the planner
// prune; without it, every path of a dense domain is enumerated.
:params {namespace: "default", ids: ["MSA/rendezVous"]};
UNWIND $ids AS id
MATCH (:Fluent {namespace: $namespace, id: id})-[:DEPENDS_ON*0.. {followed: true}]->(node)
WITH DISTINCT node
RETURN
  node.id AS id, node.name AS name, node.arity AS arity, node.fluentKind AS fluentKind, node.rules IS NOT NULL AS defined,
  COLLECT { MATCH (node)-[:DEPENDS_ON {followed: true}]->(needed) RETURN needed.id ORDER BY needed.id } AS needs
