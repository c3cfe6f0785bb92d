// Makes property names known before they are first written, so that no statement warns on an empty database.
UNWIND ['hash', 'role', 'projects', 'teams', 'expires', 'revokedAt'] AS key
CALL db.createProperty(key)
