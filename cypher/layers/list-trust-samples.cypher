// layers/list-trust-samples: outcomes credited to pieces, by the trust of the piece before. One row for each pair of trust and
// outcome that occurred.
:params {namespace: "default"};
MATCH (node:Knowledge {namespace: $namespace, kind: 'PIECE'})-[:HAS_EVIDENCE]->(evidence:Evidence) USING INDEX SEEK node:Knowledge(namespace, kind, trust)
WHERE node.trust >= 0 AND evidence.retractedBy IS NULL AND evidence.kind <> 'RETRACTION'
RETURN evidence.trustBefore AS trust, evidence.positive AS succeeded, count(*) AS count
ORDER BY trust, succeeded
