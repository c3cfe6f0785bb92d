// Makes property names known before they are first written, so that no statement warns on an empty database.
UNWIND ['startsAt', 'startBasis', 'endsAt', 'ends', 'endsKnown', 'conflict', 'functional', 'beganAt'] AS key
CALL db.createProperty(key)
