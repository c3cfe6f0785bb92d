// Makes the names known before they are first written, so that no statement warns on an empty database.
UNWIND ['shownLabels', 'shownNames', 'shownProperties', 'shownTypes', 'unshown'] AS key
CALL db.createProperty(key)
