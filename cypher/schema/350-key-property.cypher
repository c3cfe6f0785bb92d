// Makes the name of the property known that tells with which API key something was written, so that no statement warns on an empty database.
CALL db.createProperty('keyId')
