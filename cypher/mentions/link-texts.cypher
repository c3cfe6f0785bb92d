// mentions/link-texts: link texts to the entities that they name and to that of their title, and keep what was found in them.
// An entity that a document says the piece mentions has that edge and no second one.
//   $rows  id, names, told, titleName, words, mentions and titled (ids of entities)
:params {namespace: "default", rows: [{id: "les-rans-init", names: ["les"], told: ["les"], titleName: null, words: "_n37a8eec1ce19687d les", mentions: ["name:les"], titled: []}]};
UNWIND $rows AS row
MATCH (piece:Piece {namespace: $namespace, id: row.id})
SET piece.names = row.names, piece.nameTold = row.told, piece.nameTitle = row.titleName, piece.nameWords = row.words
REMOVE piece:UnlinkedPiece
WITH piece, row
CALL (piece, row) {
  MATCH (piece)-[old:MENTIONS {by: 'RULE'}]->(entity)
  WHERE NOT entity.id IN row.mentions OR EXISTS { MATCH (piece)-[given:MENTIONS]->(entity) WHERE given.by IS NULL }
  DELETE old
}
CALL (piece, row) {
  MATCH (piece)-[old:TITLED]->(entity)
  WHERE NOT entity.id IN row.titled
  DELETE old
}
CALL (piece, row) {
  UNWIND row.mentions AS id
  MATCH (entity:Entity {namespace: $namespace, id: id})
  WHERE NOT EXISTS { (piece)-[:MENTIONS]->(entity) }
  CREATE (piece)-[:MENTIONS {by: 'RULE'}]->(entity)
}
CALL (piece, row) {
  UNWIND row.titled AS id
  MATCH (entity:Entity {namespace: $namespace, id: id})
  MERGE (piece)-[:TITLED]->(entity)
}
