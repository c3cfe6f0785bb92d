// Names that statements of imports read before the first one is written.
UNWIND ['staged', 'hash', 'batches', 'startedAt'] AS key
CALL db.createProperty(key)
