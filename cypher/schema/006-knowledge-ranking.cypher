// Makes property names known before they are first written: the search reads them of every kind.
UNWIND ['profile', 'scope', 'decaysSince', 'duplicateGroup'] AS key
CALL db.createProperty(key)
