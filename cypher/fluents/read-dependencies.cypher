// fluents/read-dependencies: all that fluents need, themselves included, once each, with the edges in between.
// Followed are the dependencies read from a fluent's rules once it has some, else the declared ones. DISTINCT lets the
// planner prune; without it a dense domain is enumerated path by path.
:params {namespace: "default", ids: ["MSA/rendezVous"]};
UNWIND $ids AS id
MATCH (:Fluent {namespace: $namespace, id: id})-[:DEPENDS_ON*0.. {followed: true}]->(node)
WITH DISTINCT node
RETURN
  node.id AS id, node.name AS name, node.arity AS arity, node.fluentKind AS fluentKind, node.rules IS NOT NULL AS defined,
  COLLECT { MATCH (node)-[:DEPENDS_ON {followed: true}]->(needed) RETURN needed.id ORDER BY needed.id } AS needs
