// explore/236-fluent-versions: How the rules of a fluent changed
// Every earlier version, newest first, with the author of the change that replaced it, and the current values. The
// state contains rules and description as JSON.
:params {namespace: "demo", fluentId: "MSA/gap"};
MATCH (fluent:Fluent {namespace: $namespace, id: $fluentId})
MATCH (version:Version {namespace: $namespace, ref: fluent.ref}) WHERE version.number > 0
OPTIONAL MATCH (change:Change {namespace: $namespace, id: version.endedBy})
RETURN version.number AS number, version.from AS from, version.until AS until, change.by AS endedBy, change.door AS door,
  version.state AS state,
  COLLECT { MATCH (fluent)-[:HAS_VALUE]->(v) RETURN v.value + ' ' + v.fluentKind ORDER BY v.position } AS valuesNow
ORDER BY number DESC LIMIT 50
