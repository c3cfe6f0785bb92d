// explore/017-evidence-of-knowledge: Observations of one piece of knowledge of any kind, and their effect on its trust
// Newest first. The explorer's view of trust and evidence links to this statement.
:params {namespace: "demo", ref: "item:open_files"};
MATCH (known:Knowledge {namespace: $namespace, ref: $ref})-[:HAS_EVIDENCE]->(evidence:Evidence)
RETURN evidence.at AS at, evidence.kind AS kind, evidence.positive AS positive, evidence.state AS state,
       evidence.trustBefore AS before, evidence.trustAfter AS after, evidence.agent AS agent, evidence.comment AS comment
ORDER BY at DESC, evidence.sequence DESC, evidence.id LIMIT 100
