// Makes the name known before it is first written, so that no statement warns on an empty database.
CALL db.createProperty('joinedAt')
