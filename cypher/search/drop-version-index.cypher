// search/drop-version-index: drop the full-text index of earlier texts, to create one with another analyzer.
DROP INDEX version_text IF EXISTS
