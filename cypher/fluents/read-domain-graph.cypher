// fluents/read-domain-graph: every fluent and event of a domain with its direct dependencies, to order the whole domain.
//   needs: ids of the fluents at the end of its followed edges
:params {namespace: "default", domain: "MSA"};
MATCH (node:Fluent {namespace: $namespace, domain: $domain}) WHERE node.name IS NOT NULL AND node.id IS NOT NULL
RETURN
  node.id AS id, node.name AS name, node.arity AS arity, node.fluentKind AS fluentKind, node.rules IS NOT NULL AS defined,
  COLLECT { MATCH (node)-[:DEPENDS_ON {followed: true}]->(needed) RETURN needed.id ORDER BY needed.id } AS needs
ORDER BY name, id
