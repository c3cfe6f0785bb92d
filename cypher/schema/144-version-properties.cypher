// Makes property names known before they are first written, so that no statement warns on an empty database.
UNWIND [
  'ref', 'number', 'state', 'title', 'text', 'from', 'until', 'change', 'endedBy', 'since', 'by', 'at', 'door', 'refs',
  'quotesDeleted', 'mentioned'
] AS key
CALL db.createProperty(key)
