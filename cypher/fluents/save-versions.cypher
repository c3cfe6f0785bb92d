// fluents/save-versions: keep the rules that fluents were just given as a version of their own, and replace their values.
//   $rows  id, versionId, rules, values (value, fluentKind)        $by  who saved, or null
:params {namespace: "default", now: datetime(), by: null, rows: [{id: "MSA/gap", versionId: "v1", rules: "initiatedAt(gap(V)=nearPorts, T) :- …", values: [{value: "nearPorts", fluentKind: "SIMPLE"}]}]};
UNWIND $rows AS row
MATCH (fluent:Fluent {namespace: $namespace, id: row.id})
SET fluent.revision = fluent.revision + 1
CREATE (fluent)-[:HAS_VERSION]->(:Rules {
  namespace: $namespace, id: row.versionId, rules: row.rules, at: $now, by: $by, number: fluent.revision,
  title: fluent.name + ' v' + toString(fluent.revision)
})
WITH fluent, row
CALL (fluent) { MATCH (fluent)-[:HAS_VALUE]->(old:FluentValue) DETACH DELETE old }
UNWIND range(0, size(row.values) - 1) AS position
CREATE (fluent)-[:HAS_VALUE]->(:FluentValue {
  namespace: $namespace, value: row.values[position].value, fluentKind: row.values[position].fluentKind, position: position,
  title: row.values[position].value
})
