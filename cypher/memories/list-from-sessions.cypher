// memories/list-from-sessions: which of these memories were distilled from, or recorded in, one of these sessions.
:params {namespace: "default", ids: ["mem_1"], sessions: ["s1"]};
UNWIND $ids AS id
MATCH (memory:Memory {namespace: $namespace, id: id}) USING INDEX SEEK memory:Memory(namespace, id)
WHERE memory.sourceSession IN $sessions OR memory.recordedIn IN $sessions
RETURN id
