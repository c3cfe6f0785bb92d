// Makes property names known before they are first written: explore/ must not warn people about an empty database.
UNWIND [
  'query', 'agent', 'text', 'kinds', 'ids', 'scores', 'trusts', 'rank', 'score', 'trust',
  'kind', 'positive', 'trustBefore', 'trustAfter', 'comment', 'sequence',
  'model0', 'model1', 'embedding0', 'embedding1'
] AS key
CALL db.createProperty(key)
