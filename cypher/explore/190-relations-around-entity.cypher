// explore/190-relations-around-entity: Relations around an entity
// Entities up to two relations away, in either direction. Replace the id by any other.
:params {namespace: "demo", entityId: "user:mara"};
MATCH (entity:Entity {namespace: $namespace, id: $entityId})
MATCH path = (entity)-[:LINK*1..2]-(:Entity)
RETURN path
LIMIT 50
