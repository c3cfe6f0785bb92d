// fluents/undeclare: remove the declared dependencies of fluents before their new ones are written.
:params {namespace: "default", ids: ["MSA/gap"]};
UNWIND $ids AS id
MATCH (fluent:Fluent {namespace: $namespace, id: id})-[edge:DEPENDS_ON {declared: true}]->()
USING INDEX SEEK fluent:Fluent(namespace, id)
SET edge.declared = false, edge.followed = edge.extracted
FOREACH (_ IN CASE WHEN edge.extracted THEN [] ELSE [1] END | DELETE edge)
