// Makes the name of the edge known before the first of them is written, so that no statement warns on an empty database.
CALL db.createRelationshipType('NOT_SAME')
