// Makes property names known before they are first written, so that no statement warns on an empty database.
UNWIND [
  'description', 'content', 'outcome', 'tags', 'usageCount', 'project', 'team', 'archivedAt', 'sourceSession',
  'visibility', 'pruneAt', 'requestHash', 'titleHash', 'firstId', 'duplicateOf', 'supportedAt', 'opposedAt',
  'confidence', 'firstApplied', 'firstConfidence', 'from', 'to'
] AS key
CALL db.createProperty(key)
