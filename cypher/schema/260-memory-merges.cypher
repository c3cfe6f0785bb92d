// Makes the names of merges of memories known before the first of them is written, so that no statement warns on an empty database.
CALL db.createRelationshipType('MERGED_INTO')
CALL db.createProperty('mergedInto')
