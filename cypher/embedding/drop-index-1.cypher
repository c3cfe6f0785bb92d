// embedding/drop-index-1: a slot that is filled or emptied as a whole does without its index meanwhile.
DROP INDEX knowledge_embedding1 IF EXISTS
