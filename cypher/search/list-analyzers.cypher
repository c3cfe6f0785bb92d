// search/list-analyzers: the ways to cut words that this database offers, and the words that each leaves out.
CALL db.index.fulltext.listAvailableAnalyzers() YIELD analyzer, stopwords
RETURN analyzer, stopwords ORDER BY analyzer
