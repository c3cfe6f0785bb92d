// Makes property names known before they are first written, so that no statement warns on an empty database.
UNWIND [
  'by', 'documents', 'hidden', 'key', 'mentionJob', 'mentionPosition', 'mentionRules', 'mentions', 'name', 'names',
  'nameTitle', 'nameTold', 'nameWords', 'rule', 'targets', 'texts', 'titles', 'told', 'uncased'
] AS key
CALL db.createProperty(key)
