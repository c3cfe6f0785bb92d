// documents/list-chunks: the chunks of a document that are in sight, in the order of its text.
:params {namespace: "default", id: "01JDEMO"};
MATCH (:Document {namespace: $namespace, id: $id})-[has:HAS_CHUNK]->(piece:Piece)
RETURN piece.id AS id, piece.content AS text, has.headings AS headings
ORDER BY has.position, id
