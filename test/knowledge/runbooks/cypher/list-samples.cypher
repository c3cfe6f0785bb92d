// list-samples: outcomes of uses of runbooks, by the trust before.
:params {namespace: "default"};
MATCH (runbook:Knowledge {namespace: $namespace, kind: 'RUNBOOK'})-[:HAS_EVIDENCE]->(evidence:Evidence)
RETURN evidence.trustBefore AS trust, evidence.positive AS succeeded, count(*) AS count
