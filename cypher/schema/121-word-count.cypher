// How many texts have a word, and how many titles.
CREATE CONSTRAINT word_count IF NOT EXISTS FOR (w:WordCount) REQUIRE (w.namespace, w.word) IS UNIQUE
