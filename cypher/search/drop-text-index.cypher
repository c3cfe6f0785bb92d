// search/drop-text-index: makes room for one that cuts words in another way.
DROP INDEX knowledge_text IF EXISTS
