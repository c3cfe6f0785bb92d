// documents/list-chunks: the visible chunks of a document, in the order of its text. For a closed document: the
// chunks it had when it was closed, visible or not.
:params {namespace: "default", id: "01JDEMO"};
MATCH (document:Document {namespace: $namespace, id: $id})-[has:HAS_CHUNK|HAD_CHUNK]->(piece)
USING INDEX SEEK document:Document(namespace, id)
WHERE (has:HAS_CHUNK AND piece:Piece) OR (has:HAD_CHUNK AND has.closedAt = document.closedAt)
RETURN piece.id AS id, piece.content AS text, has.headings AS headings, piece:Piece AS inSight
ORDER BY has.position, id
