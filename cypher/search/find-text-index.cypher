// search/find-text-index: analyzer and state of the full-text index. One row; none if there is no index.
SHOW FULLTEXT INDEXES YIELD name, state, options
WHERE name = 'knowledge_text'
RETURN state, options.indexConfig.`fulltext.analyzer` AS analyzer
