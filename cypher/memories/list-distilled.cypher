// memories/list-distilled: the memories distilled from sessions, ordered by creation time; those from one reply in
// the order of that reply.
:params {namespace: "default", sessionIds: ["s1"]};
UNWIND $sessionIds AS sessionId
MATCH (session:Session {namespace: $namespace, id: sessionId})<-[from:DISTILLED_FROM]-(memory:Memory)
USING INDEX SEEK session:Session(namespace, id)
WITH sessionId, memory ORDER BY memory.createdAt, from.number, memory.id
RETURN sessionId, collect(memory.id) AS memoryIds
