// explore/180-entity-with-knowledge: An entity and the knowledge about it
// The pieces that belong to it, and the entities they mention. Replace the id by any other.
:params {namespace: "demo", entityId: "user:mara"};
MATCH (entity:Entity {namespace: $namespace, id: $entityId})
OPTIONAL MATCH owned = (entity)<-[:ABOUT]-(piece:Piece)
OPTIONAL MATCH mentions = (piece)-[:MENTIONS]->(:Entity)
RETURN entity, owned, mentions
LIMIT 50
