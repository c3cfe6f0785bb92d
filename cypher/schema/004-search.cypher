// The one full-text index over all kinds. facets are exact tokens for filtering inside the index.
CREATE FULLTEXT INDEX knowledge_text IF NOT EXISTS FOR (k:Knowledge) ON EACH [k.title, k.text, k.facets]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}};

// The full-text index over earlier texts of knowledge, for searches of another time. The index of current texts stays small.
CREATE FULLTEXT INDEX version_text IF NOT EXISTS FOR (v:SearchedVersion) ON EACH [v.title, v.text, v.facets]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}};

// Since when the words of a namespace are counted as they are; of the namespace '' those of the whole index.
CREATE CONSTRAINT word_statistics IF NOT EXISTS FOR (s:WordStatistics) REQUIRE s.namespace IS UNIQUE;

// How many texts have a word, and how many titles.
CREATE CONSTRAINT word_count IF NOT EXISTS FOR (w:WordCount) REQUIRE (w.namespace, w.word) IS UNIQUE;
