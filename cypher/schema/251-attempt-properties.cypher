// Makes the names of what attempts and tasks keep known before they are first written, so that no statement warns on an empty
// database.
UNWIND ['objectiveHash', 'llmFailure', 'learned', 'workedInstruction', 'workedParameters'] AS key
CALL db.createProperty(key)
