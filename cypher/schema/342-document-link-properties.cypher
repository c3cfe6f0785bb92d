// Likewise the names of properties.
UNWIND ['form', 'key', 'line', 'link', 'rank', 'text'] AS key
CALL db.createProperty(key)
