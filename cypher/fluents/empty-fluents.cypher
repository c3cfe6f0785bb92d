// fluents/empty-fluents: take the values from fluents that have no rules any more, and let them follow what was declared of them.
:params {namespace: "default", ids: ["MSA/gap"]};
UNWIND $ids AS id
MATCH (fluent:Fluent {namespace: $namespace, id: id})
CALL (fluent) {
  MATCH (fluent)-[edge:DEPENDS_ON]->()
  SET edge.followed = edge.declared
}
CALL (fluent) {
  MATCH (fluent)-[:HAS_VALUE]->(value:FluentValue)
  DETACH DELETE value
}
