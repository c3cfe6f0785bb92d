// Makes the names of edges known before the first of them is written, so that no statement warns on an empty database.
UNWIND ['TITLED', 'DUPLICATE_OF', 'DISTILLED_FROM', 'AWAITS_CONSENSUS', 'PROMOTED', 'HAS_EVIDENCE'] AS type
CALL db.createRelationshipType(type)
WITH count(*) AS types
CALL db.createLabel('Promotion')
