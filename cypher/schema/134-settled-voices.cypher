// Makes a property name known before it is first written: the voices that settled a memory.
CALL db.createProperty('settledVoices')
