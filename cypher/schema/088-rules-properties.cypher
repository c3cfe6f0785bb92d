// Makes property names known before they are first written, so that no statement warns on an empty database.
UNWIND [
  'domain', 'arity', 'fluentKind', 'rules', 'exportRules', 'valueDependencies', 'description', 'named', 'revision',
  'value', 'number', 'by', 'declared', 'extracted', 'followed', 'via', 'negated', 'inputEvents', 'inputFluents',
  'backgroundPredicates', 'descriptions', 'otherClauses', 'changedAt', 'createdAt', 'activity', 'attempt', 'stage', 'reply',
  'report', 'run', 'position', 'ref', 'kind', 'title', 'text', 'trust', 'facets', 'updatedAt', 'at'
] AS key
CALL db.createProperty(key)
