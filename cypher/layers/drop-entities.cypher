// layers/drop-entities: delete the entities that an undo removes. One row each; none for an entity that stays because
// it has relations or because documents link pieces to it. Mentions found in texts by a rule do not keep an entity.
:params {namespace: "default", ids: ["user:alice"]};
UNWIND $ids AS id
MATCH (entity:Entity {namespace: $namespace, id: id})
WHERE NOT EXISTS { (entity)-[:LINK|WAS_LINK]-() } AND NOT EXISTS { (entity)<-[m:ABOUT|MENTIONS]-(:Piece) WHERE m.by IS NULL }
WITH entity, id, entity.name AS name
// Otherwise the index of marks still returns the deleted node in this transaction.
SET entity.unshown = null
DETACH DELETE entity
RETURN id, name
