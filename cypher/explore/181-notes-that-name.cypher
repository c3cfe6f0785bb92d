// explore/181-notes-that-name: Which notes name this person
// Drawn as a graph: pieces that mention the entity, and the other entities that they mention. Replace the id by any
// other.
:params {namespace: "demo", entityId: "user:mara"};
MATCH (entity:Entity {namespace: $namespace, id: $entityId})<-[:MENTIONS]-(piece:Piece)
WITH entity, piece ORDER BY piece.id LIMIT 20
MATCH mentions = (piece)-[:MENTIONS]->(:Entity)
RETURN entity, mentions LIMIT 40
