// Likewise the session of a piece.
CALL db.createProperty('session')
