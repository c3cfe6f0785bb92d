// embedding/drop-index-1: drop the vector index of slot 1 while the whole slot is being filled or emptied.
DROP INDEX knowledge_embedding1 IF EXISTS
