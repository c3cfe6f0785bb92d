// search/end-word-epochs: end all epochs of word counts, since a new analyzer splits words differently.
MATCH (s:WordStatistics)
WHERE s.namespace >= '' // the condition lets the planner use the index
SET s.since = datetime({epochMillis: 0})
