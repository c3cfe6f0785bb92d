// Makes the names of edges known before the first of them is written, so that no statement warns on an empty database.
UNWIND ['RETRIEVED', 'HAS_STEP', 'DERIVED_FROM', 'MAY_DERIVE_FROM', 'SHOWED', 'TAUGHT', 'FOLLOWS', 'RECOVERS', 'GAVE'] AS type
CALL db.createRelationshipType(type)
