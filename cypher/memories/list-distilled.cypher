// memories/list-distilled: the memories that came of sessions, by when they were recorded, those of one reply in its order.
:params {namespace: "default", sessionIds: ["s1"]};
UNWIND $sessionIds AS sessionId
MATCH (session:Session {namespace: $namespace, id: sessionId})<-[from:DISTILLED_FROM]-(memory:Memory)
WITH sessionId, memory ORDER BY memory.createdAt, from.number, memory.id
RETURN sessionId, collect(memory.id) AS memoryIds
