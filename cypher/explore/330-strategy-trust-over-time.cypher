// explore/330-strategy-trust-over-time: Trust of a strategy over time
// Oldest first. The trust of a strategy is computed from these rows; retracted ones are left out.
:params {namespace: "demo", strategyId: "numbers_request/ai.process/deliver"};
MATCH (:Strategy {namespace: $namespace, id: $strategyId})-[:HAS_EVIDENCE]->(evidence:Evidence)
RETURN evidence.at AS at, evidence.positive AS succeeded, evidence.trustBefore AS before, evidence.trustAfter AS after,
       evidence.agent AS agent, evidence.comment AS comment, evidence.retractedBy IS NOT NULL AS retracted
ORDER BY evidence.sequence
