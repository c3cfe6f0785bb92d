// search/begin-word-epoch: begin a new epoch, since earlier word counts are outdated. If several replicas race, one
// begins the epoch and all use it. One row: the current epoch.
//   $asked  one map, since the database makes a plan for each size of a text parameter, and one for null: namespace, seen (the
//           outdated epoch; 0 if there was none), documents (their number in the namespace), indexEpoch (of the index's counts, on
//           which the namespace's boosts depend; null for the index itself), now, and forgotten (maximum number of words to delete)
:params {asked: {namespace: "default", seen: 0, documents: 120, indexEpoch: 1, now: datetime(), forgotten: 1000}};
MERGE (s:WordStatistics {namespace: $asked.namespace})
REMOVE s.lock // takes the write lock before the epoch is read
WITH s, coalesce(s.epoch, 0) = $asked.seen AS isNew
FOREACH (_ IN CASE WHEN isNew THEN [1] ELSE [] END |
  SET s.epoch = toInteger($asked.seen) + 1, s.documents = toInteger($asked.documents), s.indexEpoch = toInteger($asked.indexEpoch),
    s.since = $asked.now
)
WITH s
CALL (s) {
  // Words that no search has used since the previous epoch.
  MATCH (w:WordCount {namespace: $asked.namespace})
  WHERE w.word >= '' AND w.epoch < s.epoch - 1
  WITH w LIMIT toInteger($asked.forgotten)
  DELETE w
}
RETURN s.namespace AS namespace, s.epoch AS epoch, s.documents AS documents, s.indexEpoch AS indexEpoch, s.since AS since
