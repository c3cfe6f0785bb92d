// Makes names known before they are first written, so that no statement warns on an empty database.
CALL (*) {
  UNWIND [
    'turns', 'turnsHash', 'part', 'firstTurn', 'lastTurn', 'skippedLines', 'redacted', 'number', 'role', 'text', 'error',
    'sessionId', 'visibility'
  ] AS name
  CALL db.createProperty(name)
  RETURN count(*) AS properties
}
CALL db.createRelationshipType('SUPPORTED_BY')
