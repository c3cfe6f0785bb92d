// adaptive/list-trust-samples: results of attempts, by the trust of their strategy before. One row for each pair of trust
// and result that occurred.
:params {namespace: "default"};
MATCH (strategy:Knowledge {namespace: $namespace, kind: 'STRATEGY'})-[:HAS_EVIDENCE]->(evidence:Evidence) USING INDEX SEEK strategy:Knowledge(namespace, kind, trust)
WHERE strategy.trust >= 0 AND evidence.retractedBy IS NULL AND evidence.kind <> 'RETRACTION'
RETURN evidence.trustBefore AS trust, evidence.positive AS succeeded, count(*) AS count
ORDER BY trust, succeeded
