// fluents/empty-fluents: delete the values of fluents that lost their rules; from now on their declared edges are followed.
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
