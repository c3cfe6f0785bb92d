// evidence/list-changes: observations of a namespace that changed a trust since a moment, ordered by the time they
// applied; for one node in ledger order.
:params {namespace: "default", since: datetime(), limit: 1000};
MATCH (evidence:Evidence {namespace: $namespace}) USING INDEX SEEK evidence:Evidence(namespace, appliedAt)
WHERE evidence.appliedAt >= $since
MATCH (node:Knowledge)-[:HAS_EVIDENCE]->(evidence)
WITH node, evidence ORDER BY evidence.appliedAt, evidence.sequence, evidence.id LIMIT toInteger($limit)
RETURN node.ref AS ref, node.kind AS kind, node.id AS id, node.facets AS facets,
  evidence {.id, .kind, .positive, .weight, .state, .appliedAt, .trustBefore, .trustAfter, .agent, .comment, .at, .sequence, .retracts} AS evidence
ORDER BY evidence.appliedAt, evidence.sequence, evidence.id
