// Makes the names of what is said of a step known before they are first written, so that no statement warns on an empty database.
UNWIND ['judgement', 'judgedHash', 'judgedAt', 'ruled'] AS key
CALL db.createProperty(key)
