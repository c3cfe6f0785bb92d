// explore/172-use-of-sessions: Memories distilled from sessions, and their use
// Distilled memories, with the outcome of their session and the numbers of their uses and judgements.
:params {namespace: "demo"};
MATCH (session:Session {namespace: $namespace})<-[:DISTILLED_FROM]-(memory:Memory)
WHERE session.id > ''
RETURN session.id AS session, session.outcome AS outcome, memory.title AS memory, round(memory.trust, 3) AS confidence,
       memory.usageCount AS used, COUNT { (memory)-[:HAS_EVIDENCE]->() } AS signals, memory.id AS id
ORDER BY used DESC, id LIMIT 50
UNION ALL
WITH 1 AS one WHERE NOT EXISTS { (:Session {namespace: $namespace})<-[:DISTILLED_FROM]-(:Memory) }
RETURN 'None: no memory was distilled from a session' AS session, null AS outcome, null AS memory, null AS confidence, null AS used,
       null AS signals, null AS id
