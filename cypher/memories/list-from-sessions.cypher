// memories/list-from-sessions: those of the given memories that were distilled from, or recorded in, one of the given
// sessions.
:params {namespace: "default", ids: ["mem_1"], sessions: ["s1"]};
UNWIND $ids AS id
MATCH (memory:Memory {namespace: $namespace, id: id}) USING INDEX SEEK memory:Memory(namespace, id)
WHERE memory.sourceSession IN $sessions OR memory.recordedIn IN $sessions
RETURN id
