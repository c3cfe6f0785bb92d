// explore/234-missing-fluents: Named, but without rules
// What a domain's rules or declarations need and nothing defines, with what waits for it.
:params {namespace: "demo", domain: "MSA"};
MATCH (fluent:Fluent {namespace: $namespace, domain: $domain}) WHERE fluent.name IS NOT NULL AND fluent.id IS NOT NULL
  AND fluent.fluentKind = 'UNDEFINED'
RETURN fluent.id AS fluent, fluent.description AS description,
  COLLECT { MATCH (fluent)<-[:DEPENDS_ON]-(other) RETURN other.name ORDER BY other.name LIMIT 20 } AS neededBy
ORDER BY fluent LIMIT 100
