// Finds the items that use a name in their prose: words in their order, whatever the analyzer of the search.
CREATE FULLTEXT INDEX item_prose IF NOT EXISTS FOR (i:KnowledgeItem) ON EACH [i.nameSaid, i.nameTold, i.nameScopes]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}
