// explore/030-trust-over-time: What was observed of an item, and what it did to its trust
// Oldest first. The trust of an item is a fold over these rows; what was retracted is left out of it.
:params {namespace: "demo", itemId: "open_files"};
MATCH (:KnowledgeItem {namespace: $namespace, id: $itemId})-[:HAS_EVIDENCE]->(evidence:Evidence)
RETURN evidence.at AS at, evidence.kind AS kind, evidence.positive AS positive, evidence.trustBefore AS before,
       evidence.trustAfter AS after, evidence.agent AS agent, evidence.comment AS comment,
       evidence.retractedBy IS NOT NULL AS retracted
ORDER BY at, evidence.sequence
