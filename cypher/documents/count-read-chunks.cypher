// documents/count-read-chunks: how many chunks documents have, and from how many of them an LLM has read facts in their current
// form. One row.
:params {namespace: "default", ids: ["01JDEMO"]};
UNWIND $ids AS id
MATCH (document:Document {namespace: $namespace, id: id})-[:HAS_CHUNK]->(piece:Piece)
USING INDEX SEEK document:Document(namespace, id)
RETURN count(piece) AS chunks, sum(CASE WHEN EXISTS {
  MATCH (piece)<-[read:READ_FROM]-(checkIn:CheckIn)
  WHERE checkIn.text = piece.content AND coalesce(read.entityId, '') = coalesce(document.entityId, '')
} THEN 1 ELSE 0 END) AS read
