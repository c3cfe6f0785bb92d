// fluents/list-differences: dependencies between fluents of a domain, to compare declared and extracted ones. Dependencies
// on input, and of a fluent on itself, are left out.
:params {namespace: "default", domain: "MSA"};
MATCH (fluent:Fluent {namespace: $namespace, domain: $domain}) WHERE fluent.name IS NOT NULL AND fluent.id IS NOT NULL
MATCH (fluent)-[edge:DEPENDS_ON]->(needed)
WHERE fluent <> needed AND NOT needed.fluentKind IN ['INPUT_EVENT', 'INPUT_FLUENT']
RETURN
  fluent.name AS from, needed.name AS to, edge.declared AS declared, edge.extracted AS extracted,
  fluent.rules IS NOT NULL AS fromDefined, needed.rules IS NOT NULL AS toDefined
ORDER BY from, to
