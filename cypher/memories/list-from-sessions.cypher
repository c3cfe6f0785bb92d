// memories/list-from-sessions: those of the given memories, undone or not, that were distilled from, or recorded in, one of the given
// sessions.
:params {namespace: "default", ids: ["mem_1"], sessions: ["s1"]};
UNWIND $ids AS id
CALL (id) {
  MATCH (memory:Memory {namespace: $namespace, id: id}) USING INDEX SEEK memory:Memory(namespace, id)
  RETURN memory
 UNION ALL
  MATCH (memory:Undone {namespace: $namespace, ref: 'memory:' + id}) USING INDEX SEEK memory:Undone(namespace, ref)
  RETURN memory
}
WITH id, memory
WHERE memory.sourceSession IN $sessions OR memory.recordedIn IN $sessions
RETURN id
