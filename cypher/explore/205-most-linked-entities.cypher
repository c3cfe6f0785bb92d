// explore/205-most-linked-entities: The most linked entities
// The entities with most relations and most mentions in pieces.
:params {namespace: "demo"};
MATCH (entity:Entity {namespace: $namespace})
WHERE entity.id > ''
WITH entity, COUNT { (entity)-[:LINK]-() } AS relations, COUNT { (entity)<-[:MENTIONS]-() } AS mentions
RETURN entity.id AS entity, entity.type AS type, relations, mentions
ORDER BY relations + mentions DESC, entity
LIMIT 50
