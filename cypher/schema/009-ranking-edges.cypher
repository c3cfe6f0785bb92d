// Makes what the search walks along known before the first piece is written.
UNWIND ['MENTIONS', 'LINK', 'NEXT'] AS type
CALL db.createRelationshipType(type)
