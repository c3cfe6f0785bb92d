// merging/list-hanging: keys of relations of an entity, including superseded ones, and ids of pieces that belong to it or that
// documents link to it; at most $limit of each. One row.
:params {namespace: "default", id: "user:al", limit: 500};
MATCH (entity:Entity {namespace: $namespace, id: $id}) USING INDEX SEEK entity:Entity(namespace, id)
CALL (entity) {
  MATCH (entity)-[link:LINK|WAS_LINK]-(:Entity)
  WITH DISTINCT link LIMIT toInteger($limit)
  RETURN collect(link.key) AS keys
}
CALL (entity) {
  MATCH (entity)<-[edge:ABOUT|MENTIONS]-(piece:Piece)
  WHERE edge.by IS NULL
  WITH DISTINCT piece LIMIT toInteger($limit)
  RETURN collect(piece.id) AS pieces
}
RETURN keys, pieces
