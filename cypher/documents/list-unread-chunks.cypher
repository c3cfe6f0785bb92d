// documents/list-unread-chunks: chunks of documents from which no LLM has read facts, or only while they said something else or
// belonged to another entity. In the order of the documents and of their texts.
//   $ids      of documents        $without  ids of chunks that are left out
:params {namespace: "default", ids: ["01JDEMO"], without: [], limit: 20};
UNWIND $ids AS id
MATCH (document:Document {namespace: $namespace, id: id})-[has:HAS_CHUNK]->(piece:Piece)
USING INDEX SEEK document:Document(namespace, id)
WHERE NOT piece.id IN $without AND NOT EXISTS {
  MATCH (piece)<-[read:READ_FROM]-(checkIn:CheckIn)
  WHERE checkIn.text = piece.content AND coalesce(read.entityId, '') = coalesce(document.entityId, '')
}
RETURN piece.id AS id, piece.title AS title, piece.content AS content, piece.citation AS citation, document.entityId AS entityId
ORDER BY document.root, document.source, has.position, id
LIMIT toInteger($limit)
