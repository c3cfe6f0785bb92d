// search/end-word-epochs: no count of a word holds any more, since words are cut in another way.
MATCH (s:WordStatistics)
WHERE s.namespace >= '' // so that the index serves
SET s.since = datetime({epochMillis: 0})
