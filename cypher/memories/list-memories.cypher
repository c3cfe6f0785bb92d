// memories/list-memories: ids of a page of the memories that a caller sees, newest first, ties by id; none that is merged.
//   $visible              what the caller sees, of the scopes asked for
//   $archived             those in the archive (true), or those that are searched (false)
//   $beforeTime, $afterId only memories behind this one; null from the start
:params {namespace: "default", visible: ["v0"], archived: false, beforeTime: null, afterId: null, limit: 20};
UNWIND $visible AS visibility
CALL (visibility) {
  MATCH (memory:Memory {namespace: $namespace, visibility: visibility})
  WHERE memory.createdAt <= coalesce($beforeTime, datetime('9999-12-31T00:00:00Z'))
    AND ($afterId IS NULL OR memory.createdAt < $beforeTime OR memory.id > $afterId)
    AND (memory.archivedAt IS NOT NULL) = $archived AND memory.mergedInto IS NULL
  RETURN memory
  ORDER BY memory.createdAt DESC, memory.id
  LIMIT toInteger($limit)
}
RETURN memory.id AS id
ORDER BY memory.createdAt DESC, id
LIMIT toInteger($limit)
