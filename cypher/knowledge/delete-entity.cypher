// knowledge/delete-entity: an entity with its relations and mentions; pieces that mentioned it count as changed when they
// are loaded again. One row: DELETED, or HAS_PIECES while pieces of it are there; none when it does not exist.
:params {namespace: "default", id: "user:alice"};
MATCH (entity:Entity {namespace: $namespace, id: $id})
WITH entity, EXISTS { (entity)<-[:ABOUT]-() } AS hasPieces
CALL (entity, hasPieces) {
  WITH entity WHERE NOT hasPieces
  CALL (entity) {
    MATCH (piece:Piece)-[:MENTIONS]->(entity)
    SET piece.documentHash = 'an entity it mentions was deleted'
  }
  DETACH DELETE entity
}
RETURN CASE WHEN hasPieces THEN 'HAS_PIECES' ELSE 'DELETED' END AS outcome
