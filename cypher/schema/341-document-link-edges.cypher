// Makes the names of edges known before the first of them is written, so that no statement warns on an empty database.
UNWIND ['GOES_BY', 'SEEKS', 'LINKS_TO'] AS type
CALL db.createRelationshipType(type)
