// Makes the names known before they are first written, so that no statement warns on an empty database.
UNWIND ['archivedFrom', 'archivedUntil', 'unarchivedAt'] AS key
CALL db.createProperty(key)
