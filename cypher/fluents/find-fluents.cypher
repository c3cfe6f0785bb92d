// fluents/find-fluents: fluents and events by their ids; unknown ids have no row.
:params {namespace: "default", ids: ["MSA/gap"]};
UNWIND $ids AS id
MATCH (fluent:Fluent {namespace: $namespace, id: id})
RETURN fluent {
  .ref, .id, .kind, .title, .text, .trust, .createdAt, .updatedAt, .domain, .name, .arity, .fluentKind, .rules, .description
} AS fluent,
COLLECT { MATCH (fluent)-[:HAS_VALUE]->(v:FluentValue) RETURN v {.value, .fluentKind} AS value ORDER BY v.position } AS values
