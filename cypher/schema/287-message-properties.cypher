// Makes names known before they are first written, so that no statement warns on an empty database.
CALL (*) {
  UNWIND [
    'messages', 'messageId', 'role', 'content', 'contentHash', 'session', 'position', 'occurredAt', 'visibility', 'deletedAt',
    'createdAt', 'updatedAt', 'caption'
  ] AS name
  CALL db.createProperty(name)
  RETURN count(*) AS properties
}
CALL db.createRelationshipType('HAS_MESSAGE')
