// list-samples: what came of the uses of runbooks, by the trust they had then.
:params {namespace: "default"};
MATCH (runbook:Knowledge {namespace: $namespace, kind: 'RUNBOOK'})-[:HAS_EVIDENCE]->(evidence:Evidence)
RETURN evidence.trustBefore AS trust, evidence.positive AS succeeded, count(*) AS count
