// explore/235-declared-against-extracted: Where a dictionary and the rules differ
// Dependencies that were declared but occur in no rule, or the other way round. Input fluents are left out.
:params {namespace: "demo", domain: "MSA"};
MATCH (fluent:Fluent {namespace: $namespace, domain: $domain}) WHERE fluent.name IS NOT NULL AND fluent.id IS NOT NULL
MATCH (fluent)-[edge:DEPENDS_ON]->(needed)
WHERE edge.declared <> edge.extracted AND NOT needed.fluentKind IN ['INPUT_EVENT', 'INPUT_FLUENT'] AND fluent <> needed
RETURN fluent.name AS fluent, needed.name AS needs, CASE WHEN edge.declared THEN 'declared only' ELSE 'rules only' END AS found
ORDER BY fluent, needs LIMIT 200
