// Since when the words of a namespace are counted as they are; of the namespace '' those of the whole index.
CREATE CONSTRAINT word_statistics IF NOT EXISTS FOR (s:WordStatistics) REQUIRE s.namespace IS UNIQUE
