// search/list-analyzers: the ways to cut words that this database offers.
CALL db.index.fulltext.listAvailableAnalyzers() YIELD analyzer
RETURN analyzer ORDER BY analyzer
