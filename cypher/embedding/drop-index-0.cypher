// embedding/drop-index-0: a slot that is filled or emptied as a whole does without its index meanwhile.
DROP INDEX knowledge_embedding0 IF EXISTS
