// Likewise what people say of a correction, for the ways to look at learnings.
UNWIND ['humanReasoning', 'correctedAction', 'originalAction', 'originalError'] AS key
CALL db.createProperty(key)
