// Makes the names of edges known before the first of them is written, so that no statement warns on an empty database.
UNWIND ['LINK', 'ABOUT', 'MENTIONS', 'NEXT', 'BROUGHT'] AS type
CALL db.createRelationshipType(type)
