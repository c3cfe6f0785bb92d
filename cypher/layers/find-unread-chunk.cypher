// layers/find-unread-chunk: a chunk of a document, if it has this text and belongs to this entity, and no check-in has read it
// in this form. One row, otherwise none.
//   $entityId  entity of the document; null if it has none
:params {namespace: "default", id: "01JDEMO-1", text: "Stop the pump before it is opened.", entityId: null};
MATCH (piece:Piece {namespace: $namespace, id: $id})<-[:HAS_CHUNK]-(document:Document)
USING INDEX SEEK piece:Piece(namespace, id)
WHERE piece.content = $text AND coalesce(document.entityId, '') = coalesce($entityId, '')
  AND NOT EXISTS {
    MATCH (piece)<-[read:READ_FROM]-(checkIn:CheckIn)
    WHERE checkIn.text = $text AND coalesce(read.entityId, '') = coalesce($entityId, '')
  }
RETURN piece.id AS id
