// search/begin-word-epoch: counts of words made before no longer hold. Of several replicas that see this one begins the new
// epoch, and all go on with it. One row: the epoch that holds now.
//   $seen       the epoch that no longer holds; 0 where there was none     $documents   of the namespace, by which words are rare
//   $indexEpoch the index's, on whose counts the namespace's boosts rest; null of the index itself
:params {namespace: "default", seen: 0, documents: 120, indexEpoch: 1, now: datetime(), forgotten: 1000};
MERGE (s:WordStatistics {namespace: $namespace})
REMOVE s.lock // takes the write lock before the epoch is read
WITH s, coalesce(s.epoch, 0) = $seen AS isNew
FOREACH (_ IN CASE WHEN isNew THEN [1] ELSE [] END |
  SET s.epoch = toInteger($seen) + 1, s.documents = toInteger($documents), s.indexEpoch = toInteger($indexEpoch), s.since = $now
)
WITH s
CALL (s) {
  // Words that no search has used since the previous epoch.
  MATCH (w:WordCount {namespace: $namespace})
  WHERE w.word >= '' AND w.epoch < s.epoch - 1
  WITH w LIMIT toInteger($forgotten)
  DELETE w
}
RETURN s.namespace AS namespace, s.epoch AS epoch, s.documents AS documents, s.indexEpoch AS indexEpoch, s.since AS since
