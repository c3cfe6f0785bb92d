// Makes property names known before they are first written, so that no statement warns on an empty database.
UNWIND [
  'actionSequence', 'agent', 'application', 'appliedAt', 'at', 'changedAt', 'comment', 'contentHash', 'createdAt',
  'description', 'docCitation', 'documentHash', 'extra', 'facets', 'givenFields', 'id', 'initialTrust', 'kind',
  'learningId', 'lock', 'name', 'ordinal', 'outputState', 'parameters', 'position', 'positive', 'prerequisites', 'ref',
  'requestHash', 'sequence', 'shortcut', 'state', 'stepNum', 'text', 'timestamp', 'title', 'trust', 'trustAfter',
  'trustBefore', 'trustSince', 'uiLocation', 'updatedAt', 'verified', 'weight'
] AS key
CALL db.createProperty(key)
