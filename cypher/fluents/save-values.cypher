// fluents/save-values: replace the values of fluents whose rules changed.
//   $rows  id, values (value, fluentKind)
:params {namespace: "default", rows: [{id: "MSA/gap", values: [{value: "nearPorts", fluentKind: "SIMPLE"}]}]};
UNWIND $rows AS row
MATCH (fluent:Fluent {namespace: $namespace, id: row.id})
CALL (fluent) { MATCH (fluent)-[:HAS_VALUE]->(old:FluentValue) DETACH DELETE old }
UNWIND range(0, size(row.values) - 1) AS position
CREATE (fluent)-[:HAS_VALUE]->(:FluentValue {
  namespace: $namespace, value: row.values[position].value, fluentKind: row.values[position].fluentKind, position: position,
  title: row.values[position].value
})
