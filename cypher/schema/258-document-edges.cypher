// Makes the names of edges known before the first of them is written, so that no statement warns on an empty database.
UNWIND ['HAS_CHUNK', 'HAD_CHUNK'] AS type
CALL db.createRelationshipType(type)
