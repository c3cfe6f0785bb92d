// layers/drop-entities: entities that an undo takes away. What texts were found to name does not hold them. One row each; none for
// those on which something hangs, which stay.
:params {namespace: "default", ids: ["user:alice"]};
UNWIND $ids AS id
MATCH (entity:Entity {namespace: $namespace, id: id})
WHERE NOT EXISTS { (entity)-[:LINK|WAS_LINK]-() } AND NOT EXISTS { (entity)<-[m:ABOUT|MENTIONS]-(:Piece) WHERE m.by IS NULL }
WITH entity, id, entity.name AS name
DETACH DELETE entity
RETURN id, name
