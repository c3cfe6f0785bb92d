// merging/list-written-since: relations from and to an entity, and pieces that belong to it, that changes after a merge into this
// entity wrote (undos excluded). By ref.
//   $id  id of the entity     $at  time of the merge     $merge  id of the change that records the merge
:params {namespace: "default", id: "user:alice", at: datetime("2000-01-01T00:00:00Z"), merge: "01JDEMO", limit: 1000};
MATCH (entity:Entity {namespace: $namespace, id: $id}) USING INDEX SEEK entity:Entity(namespace, id)
CALL (entity) {
  MATCH (entity)-[link:LINK|WAS_LINK]-(:Entity)
  WHERE link.change > $merge AND coalesce(link.since, link.createdAt) >= $at
  RETURN link.ref AS ref, link.change AS change
 UNION
  MATCH (entity)<-[:ABOUT]-(piece:Piece)
  WHERE piece.change > $merge AND coalesce(piece.since, piece.createdAt) >= $at
  RETURN piece.ref AS ref, piece.change AS change
}
OPTIONAL MATCH (made:Change {namespace: $namespace, id: change})
WITH ref, change, made
WHERE made.undoes IS NULL AND ref IS NOT NULL
RETURN ref, change
ORDER BY ref
LIMIT toInteger($limit)
