// Likewise the names of properties.
UNWIND [
  'decidedBy', 'decidedIn', 'hash', 'key', 'named', 'namedAt', 'namesOf', 'nameSaid', 'nameScopes', 'nameTold', 'review', 'warnings'
] AS key
CALL db.createProperty(key)
