// fluents/read-dependents: all fluents that need a fluent, nearest first, then by id. min(length) lets the planner prune.
:params {namespace: "default", id: "MSA/gap"};
MATCH path = (fluent:Fluent {namespace: $namespace, id: $id})<-[:DEPENDS_ON*1.. {followed: true}]-(node)
USING INDEX SEEK fluent:Fluent(namespace, id)
WHERE node <> fluent
WITH node, min(length(path)) AS distance
RETURN node.id AS id, distance
ORDER BY distance, id
