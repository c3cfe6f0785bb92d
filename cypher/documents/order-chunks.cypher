// documents/order-chunks: link each chunk of a document to the next one, in the order of the text. Correct links are
// kept.
:params {namespace: "default", id: "01JDEMO"};
MATCH (:Document {namespace: $namespace, id: $id})-[has:HAS_CHUNK]->(piece:Piece)
WITH piece ORDER BY has.position, piece.id
WITH collect(piece) AS pieces
UNWIND range(0, size(pieces) - 1) AS i
WITH pieces[i] AS piece, pieces[i + 1] AS next
CALL (piece, next) {
  MATCH (piece)-[old:NEXT]->(other:Piece)
  WHERE next IS NULL OR other <> next
  DELETE old
}
WITH piece, next WHERE next IS NOT NULL
MERGE (piece)-[:NEXT]->(next)
