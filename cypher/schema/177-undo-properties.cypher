// Makes names known before they are first written, so that no statement warns on an empty database.
UNWIND [
  'epoch', 'undone', 'undoes', 'base', 'gone', 'hidden', 'source', 'target', 'piece', 'ref', 'sourceId', 'targetId',
  'broughtIds', 'broughtMetadata', 'broughtNodes', 'broughtLinks'
] AS key
CALL db.createProperty(key)
WITH count(*) AS keys
CALL db.createLabel('UndoneCheckIn')
