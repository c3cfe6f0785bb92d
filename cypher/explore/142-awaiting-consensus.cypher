// explore/142-awaiting-consensus: Signals that wait for a second voice
// The confidence of a new memory changes only when two voices agree within seven days; a voice is an agent in a
// session. The signals listed here wait for a second voice; after seven days they expire.
:params {namespace: "demo"};
MATCH (memory:Knowledge {namespace: $namespace, kind: 'MEMORY'}) USING INDEX SEEK memory:Knowledge(namespace, kind, trust)
WHERE memory.trust >= 0
MATCH (memory)-[:AWAITS_CONSENSUS]->(signal:Evidence)
RETURN memory.title AS title, signal.kind AS kind, signal.positive AS positive, signal.weight AS weight,
       signal.at AS at, signal.at < datetime() - duration({days: 7}) AS expired, signal.agent AS agent,
       signal.session AS session, signal.comment AS comment
ORDER BY at DESC, signal.id LIMIT 50
