// layers/record-check-in: store an ingested text as a check-in, linked to the records created from it.
//   $checkIn   id, text, reply, document (JSON), artifacts (JSON or null), by
//   $chunk     id of the chunk of a document that the text is, and entityId of the document (null if it has none); null if
//              the text is not from a document
//   $entities  id, metadata and node (which records of it were brought), links (keys of the relations from it)
//   $pieces    ids
:params {namespace: "default", now: datetime(), checkIn: {id: "c1", text: "Initialize LES from RANS"}, chunk: {id: "01JDEMO-1", entityId: null}, entities: [{id: "user:alice", metadata: true, node: false, links: []}], pieces: ["les-rans-init"]};
CREATE (checkIn:CheckIn {namespace: $namespace})
SET checkIn += $checkIn, checkIn.at = $now, checkIn.title = left($checkIn.text, 80)
WITH checkIn
CALL (checkIn) {
  UNWIND $entities AS row
  MATCH (entity:Entity {namespace: $namespace, id: row.id})
  CREATE (checkIn)-[:BROUGHT {metadata: row.metadata, node: row.node, links: row.links}]->(entity)
}
CALL (checkIn) {
  UNWIND $pieces AS id
  MATCH (piece:Piece {namespace: $namespace, id: id})
  CREATE (checkIn)-[:BROUGHT]->(piece)
}
CALL (checkIn) {
  UNWIND CASE WHEN $chunk IS NULL THEN [] ELSE [$chunk] END AS chunk
  MATCH (piece:Piece {namespace: $namespace, id: chunk.id})
  CREATE (checkIn)-[:READ_FROM {entityId: chunk.entityId}]->(piece)
}
