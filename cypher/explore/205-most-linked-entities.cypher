// explore/205-most-linked-entities: The most linked entities
// Hubs of the entity graph, by relations and by the pieces that mention them.
:params {namespace: "demo"};
MATCH (entity:Entity {namespace: $namespace})
WHERE entity.id > ''
WITH entity, COUNT { (entity)-[:LINK]-() } AS relations, COUNT { (entity)<-[:MENTIONS]-() } AS mentions
RETURN entity.id AS entity, entity.type AS type, relations, mentions
ORDER BY relations + mentions DESC, entity
LIMIT 50
