// explore/030-trust-over-time: Observations of an item, and their effect on its trust
// Oldest first. The trust of an item is computed from these rows; retracted ones are left out.
:params {namespace: "demo", itemId: "open_files"};
MATCH (:KnowledgeItem {namespace: $namespace, id: $itemId})-[:HAS_EVIDENCE]->(evidence:Evidence)
RETURN evidence.at AS at, evidence.kind AS kind, evidence.positive AS positive, evidence.trustBefore AS before,
       evidence.trustAfter AS after, evidence.agent AS agent, evidence.comment AS comment,
       evidence.retractedBy IS NOT NULL AS retracted
ORDER BY at, evidence.sequence
