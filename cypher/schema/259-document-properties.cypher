// Likewise the names of properties.
UNWIND [
  'chunks', 'citation', 'entityId', 'fromLine', 'givenTitle', 'hash', 'headings', 'ingestedAt', 'manner', 'mediaType', 'page',
  'position', 'revision', 'root', 'source', 'title', 'toLine'
] AS key
CALL db.createProperty(key)
