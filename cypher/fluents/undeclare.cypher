// fluents/undeclare: forget the declared dependencies of fluents that are about to be declared anew.
:params {namespace: "default", ids: ["MSA/gap"]};
UNWIND $ids AS id
MATCH (fluent:Fluent {namespace: $namespace, id: id})-[edge:DEPENDS_ON {declared: true}]->()
SET edge.declared = false, edge.followed = edge.extracted
FOREACH (_ IN CASE WHEN edge.extracted THEN [] ELSE [1] END | DELETE edge)
