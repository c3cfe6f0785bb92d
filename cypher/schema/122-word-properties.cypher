// Makes property names known before they are first written, so that no statement warns on an empty database.
UNWIND ['documents', 'epoch', 'indexEpoch', 'inText', 'inTitle', 'since', 'word'] AS key
CALL db.createProperty(key)
