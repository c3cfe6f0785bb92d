// Makes names known before they are first written, so that no statement warns on an empty database.
CALL (*) {
  UNWIND [
    'trace', 'outcome', 'scope', 'team', 'project', 'agent', 'requestHash', 'jobId', 'sessionId', 'status', 'attempts',
    'token', 'owner', 'dueAt', 'reply', 'readable', 'error', 'queuedAt', 'finishedAt', 'changedAt', 'version', 'lock', 'visibility'
  ] AS name
  CALL db.createProperty(name)
  RETURN count(*) AS properties
}
CALL (*) {
  UNWIND ['FOR', 'DISTILLED_FROM'] AS name
  CALL db.createRelationshipType(name)
  RETURN count(*) AS types
}
CALL db.createLabel('Memory')
