// search/find-text-index: how the full-text index cuts words, and whether it serves. One row; none while there is no index.
SHOW FULLTEXT INDEXES YIELD name, state, options
WHERE name = 'knowledge_text'
RETURN state, options.indexConfig.`fulltext.analyzer` AS analyzer
