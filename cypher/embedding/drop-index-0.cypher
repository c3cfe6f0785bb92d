// embedding/drop-index-0: drop the vector index of slot 0 while the whole slot is being filled or emptied.
DROP INDEX knowledge_embedding0 IF EXISTS
