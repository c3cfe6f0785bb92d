// Makes the names of edges known before the first of them is written, so that no statement warns on an empty database.
UNWIND ['IN_DOMAIN', 'HAS_VALUE', 'DEPENDS_ON', 'HAS_VERSION', 'GENERATED_IN'] AS type
CALL db.createRelationshipType(type)
