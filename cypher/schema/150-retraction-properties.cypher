// Makes the names of what is taken back known before they are first written, so that no statement warns on an empty database.
UNWIND ['retracts', 'resolvedInto', 'countedAt', 'givenTo', 'revision', 'withdrawn', 'withdrawnAt', 'withdrawnReason'] AS key
CALL db.createProperty(key)
WITH count(*) AS keys
CALL db.createRelationshipType('HAD_LEARNING')
