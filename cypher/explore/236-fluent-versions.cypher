// explore/236-fluent-versions: How the rules of a fluent changed
// Every version that was saved, newest first, with its values as they are now.
:params {namespace: "demo", fluentId: "MSA/gap"};
MATCH (fluent:Fluent {namespace: $namespace, id: $fluentId})-[:HAS_VERSION]->(version:Rules)
RETURN version.number AS number, version.at AS at, version.by AS by, version.rules AS rules,
  COLLECT { MATCH (fluent)-[:HAS_VALUE]->(v) RETURN v.value + ' ' + v.fluentKind ORDER BY v.position } AS valuesNow
ORDER BY number DESC LIMIT 50
