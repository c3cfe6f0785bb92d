// explore/233-what-rests-on-fluent: What breaks when a fluent changes
// All that needs it, nearest first.
:params {namespace: "demo", fluentId: "MSA/gap"};
MATCH path = (fluent:Fluent {namespace: $namespace, id: $fluentId})<-[:DEPENDS_ON*1.. {followed: true}]-(node)
WHERE node <> fluent
WITH node, min(length(path)) AS steps
RETURN node.id AS fluent, node.fluentKind AS kind, steps
ORDER BY steps, fluent LIMIT 100
