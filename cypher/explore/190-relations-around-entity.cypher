// explore/190-relations-around-entity: Relations around an entity
// What is up to two steps away, whichever way the relations point. Replace the id by any other.
:params {namespace: "demo", entityId: "user:mara"};
MATCH (entity:Entity {namespace: $namespace, id: $entityId})
MATCH path = (entity)-[:LINK*1..2]-(:Entity)
RETURN path
LIMIT 50
