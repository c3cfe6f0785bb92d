// explore/172-use-of-sessions: What sessions taught, and what became of it
// Memories that were distilled, with the outcome of their session, how often they were used and how often judged.
:params {namespace: "demo"};
MATCH (session:Session {namespace: $namespace})<-[:DISTILLED_FROM]-(memory:Memory)
WHERE session.id > ''
RETURN session.id AS session, session.outcome AS outcome, memory.title AS memory, round(memory.trust, 3) AS confidence,
       memory.usageCount AS used, COUNT { (memory)-[:HAS_EVIDENCE]->() } AS signals, memory.id AS id
ORDER BY used DESC, id LIMIT 50
