// Makes property names known before they are first written: the voices that settled a memory, the prerequisites that stood in
// the prompt of a plan, and the strategies that stood in the prompt of a task's step.
UNWIND ['settledVoices', 'neededIds', 'shownIds'] AS key
CALL db.createProperty(key)
