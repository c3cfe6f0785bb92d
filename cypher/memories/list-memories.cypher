// memories/list-memories: one page of ids of memories that the caller can see, newest first, ties by id. Merged
// memories are left out.
//   $visible              facets of visibility of the requested scopes
//   $archived             true lists archived memories, false the others
//   $beforeTime, $afterId cursor: time and id of the last memory of the previous page; null starts at the newest
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
