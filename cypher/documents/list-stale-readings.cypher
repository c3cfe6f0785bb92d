// documents/list-stale-readings: check-ins that read a chunk that has changed since, belongs to another entity now, or is no longer
// in its document (gone).
//   $ids  of documents      $all  true: all check-ins that read a chunk of these documents
:params {namespace: "default", ids: ["01JDEMO"], all: false};
UNWIND $ids AS id
MATCH (document:Document {namespace: $namespace, id: id})-[has:HAS_CHUNK|HAD_CHUNK]->(chunk)
USING INDEX SEEK document:Document(namespace, id)
MATCH (chunk)<-[read:READ_FROM]-(checkIn:CheckIn)
WHERE $all OR has:HAD_CHUNK OR checkIn.text <> chunk.content OR coalesce(read.entityId, '') <> coalesce(document.entityId, '')
RETURN checkIn.id AS id, chunk.id AS chunkId, has:HAD_CHUNK AS gone
ORDER BY id
