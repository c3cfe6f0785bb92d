// Likewise the names of properties.
UNWIND [
  'artifacts', 'at', 'by', 'changedAt', 'content', 'createdAt', 'document', 'documentHash', 'embeddingText', 'entityId',
  'facets', 'id', 'infoType', 'initialTrust', 'key', 'kind', 'knowledgeType', 'label', 'links', 'loaded', 'metadata',
  'metadataHash', 'metadataLoaded', 'metadataType', 'name', 'node', 'nodeHash', 'nodeLoaded', 'nodeType', 'occurredAt',
  'pieceId', 'position', 'profile', 'properties', 'ref', 'reply', 'reverseKey', 'session', 'tags', 'text', 'title',
  'trust', 'trustSince', 'type', 'updatedAt'
] AS key
CALL db.createProperty(key)
