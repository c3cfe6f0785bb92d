// fluents/list-names: every fluent and event of a domain, by name and id, without its rules.
//   value rows: [value, kind], in order of first appearance
:params {namespace: "default", domain: "MSA"};
MATCH (fluent:Fluent {namespace: $namespace, domain: $domain}) WHERE fluent.name IS NOT NULL AND fluent.id IS NOT NULL
RETURN
  fluent.id AS id, fluent.name AS name, fluent.arity AS arity, fluent.fluentKind AS fluentKind, fluent.named AS named,
  coalesce(fluent.declared, false) AS declared, fluent.rules IS NOT NULL AS defined,
  COLLECT { MATCH (fluent)-[:HAS_VALUE]->(v:FluentValue) RETURN [v.value, v.fluentKind] ORDER BY v.position } AS values
ORDER BY name, id
