// explore/234-missing-fluents: Fluents that are named but have no rules
// Fluents that rules or declarations of the domain depend on but that nothing defines, with their dependents.
:params {namespace: "demo", domain: "MSA"};
MATCH (fluent:Fluent {namespace: $namespace, domain: $domain}) WHERE fluent.name IS NOT NULL AND fluent.id IS NOT NULL
  AND fluent.fluentKind = 'UNDEFINED'
RETURN fluent.id AS fluent, fluent.description AS description,
  COLLECT { MATCH (fluent)<-[:DEPENDS_ON]-(other) RETURN other.name ORDER BY other.name LIMIT 20 } AS neededBy
ORDER BY fluent LIMIT 100
