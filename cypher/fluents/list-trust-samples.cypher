// fluents/list-trust-samples: what became of contexts that fluents were credited for, by the trust these had before. One row for
// each trust and end that occurred.
:params {namespace: "default"};
MATCH (node:Knowledge {namespace: $namespace, kind: 'FLUENT'})-[:HAS_EVIDENCE]->(evidence:Evidence) USING INDEX SEEK node:Knowledge(namespace, kind, trust)
WHERE node.trust >= 0 AND evidence.retractedBy IS NULL AND evidence.kind <> 'RETRACTION'
RETURN evidence.trustBefore AS trust, evidence.positive AS succeeded, count(*) AS count
ORDER BY trust, succeeded
