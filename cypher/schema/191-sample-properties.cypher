// Makes property names known before they are first written, so that no statement warns on an empty database.
UNWIND ['startedAt', 'loadedAt'] AS key
CALL db.createProperty(key)
