// fluents/find-fluents: fluents and events by their ids; those that do not exist are left out.
:params {namespace: "default", ids: ["MSA/gap"]};
UNWIND $ids AS id
MATCH (fluent:Fluent {namespace: $namespace, id: id})
RETURN
  fluent.ref AS ref, fluent.id AS id, fluent.kind AS kind, fluent.title AS title, fluent.text AS text,
  fluent.trust AS trust, fluent.createdAt AS createdAt, fluent.updatedAt AS updatedAt, fluent.domain AS domain,
  fluent.name AS name, fluent.arity AS arity, fluent.fluentKind AS fluentKind, fluent.rules AS rules,
  fluent.description AS description,
  COLLECT { MATCH (fluent)-[:HAS_VALUE]->(v:FluentValue) RETURN {value: v.value, fluentKind: v.fluentKind} ORDER BY v.position } AS values
