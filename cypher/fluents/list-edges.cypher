// fluents/list-edges: direct dependencies of fluents, ordered by name and id of the needed fluent.
:params {namespace: "default", ids: ["MSA/rendezVous"]};
UNWIND $ids AS id
MATCH (:Fluent {namespace: $namespace, id: id})-[edge:DEPENDS_ON]->(needed)
RETURN
  id AS fluentId, needed.id AS id, needed.name AS name, edge.declared AS declared, edge.extracted AS extracted,
  edge.via AS via, edge.negated AS negated
ORDER BY fluentId, name, id
