// Makes the names of edges known before the first of them is written, so that no statement warns on an empty database.
UNWIND ['HAS_STEP', 'TRIED', 'LEARNED_FROM'] AS type
CALL db.createRelationshipType(type)
