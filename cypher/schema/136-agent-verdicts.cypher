// Makes names known before they are first written, so that no statement warns on an empty database.
UNWIND ['agentWeight', 'agreed', 'decidedAt'] AS key
CALL db.createProperty(key)
WITH count(*) AS keys
CALL db.createRelationshipType('AWAITS_VERDICT')
