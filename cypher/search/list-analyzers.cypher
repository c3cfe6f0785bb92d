// search/list-analyzers: the full-text analyzers of this database, with their stop words.
CALL db.index.fulltext.listAvailableAnalyzers() YIELD analyzer, stopwords
RETURN analyzer, stopwords ORDER BY analyzer
