// memories/list-distilled: the memories that came of sessions, by when they were recorded, then by id.
:params {namespace: "default", sessionIds: ["s1"]};
UNWIND $sessionIds AS sessionId
MATCH (session:Session {namespace: $namespace, id: sessionId})<-[:DISTILLED_FROM]-(memory:Memory)
WITH sessionId, memory ORDER BY memory.createdAt, memory.id
RETURN sessionId, collect(memory.id) AS memoryIds
