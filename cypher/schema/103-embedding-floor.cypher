// Makes property names known before they are first written, so that no statement warns on an empty database.
UNWIND ['floor', 'degraded'] AS key
CALL db.createProperty(key)
