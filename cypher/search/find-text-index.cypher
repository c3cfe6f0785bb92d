// search/find-text-index: analyzer and state of the full-text indexes of current and of earlier texts. One row per index
// that exists.
SHOW FULLTEXT INDEXES YIELD name, state, options
WHERE name IN ['knowledge_text', 'version_text']
RETURN name, state, options.indexConfig.`fulltext.analyzer` AS analyzer
