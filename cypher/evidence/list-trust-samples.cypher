// evidence/list-trust-samples: samples for calibration: outcomes that changed the trust of a kind, by the trust before. One row for
// each pair of trust and outcome that occurred.
:params {namespace: "default", kind: "PIECE"};
MATCH (node:Knowledge {namespace: $namespace, kind: $kind})-[:HAS_EVIDENCE]->(evidence:Evidence) USING INDEX SEEK node:Knowledge(namespace, kind, trust)
WHERE node.trust >= 0 AND evidence.retractedBy IS NULL AND evidence.kind <> 'RETRACTION'
RETURN evidence.trustBefore AS trust, evidence.positive AS succeeded, count(*) AS count
ORDER BY trust, succeeded
