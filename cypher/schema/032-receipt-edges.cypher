// Makes the name of the edge known before the first is written, so that no statement warns on an empty database.
CALL db.createRelationshipType('GAVE')
