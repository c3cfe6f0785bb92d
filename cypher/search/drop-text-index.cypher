// search/drop-text-index: drop the full-text index, to create one with another analyzer.
DROP INDEX knowledge_text IF EXISTS
