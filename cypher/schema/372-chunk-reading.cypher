// Makes the name of the edge known before the first one is written, so that no statement warns on an empty database.
CALL db.createRelationshipType('READ_FROM')
