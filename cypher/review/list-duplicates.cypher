// review/list-duplicates: pairs of entities from documents that may be the same, because they have the same name or its words in
// another order; newest first by the later entity, ties by id. Pairs that a person declared to be different are left out, and so
// are entities that a rule created from names in texts. At most $each pairs for each entity, best first.
//   score     1 for the same name and type; 0.8 for the same words in another order; 0.2 less if the type of one is unknown, because
//             it only has an id; the types must not differ otherwise
//   $since, $to  time range in which the later entity was created
//   $beforeId    for entries at $to, only those after this id in the list
:params {namespace: "default", since: datetime("2026-01-01"), to: datetime(), beforeId: "~", each: 5, limit: 20};
MATCH (newer:Entity) USING INDEX SEEK newer:Entity(namespace, createdAt)
WHERE newer.namespace = $namespace AND newer.createdAt >= $since AND newer.createdAt <= $to
  AND newer.rule IS NULL AND newer.name IS NOT NULL AND newer.id <> 'global'
WITH newer, split(newer.name, ' ') AS words
CALL (newer, words) {
  UNWIND CASE
    WHEN size(words) > 4 THEN [newer.name]
    ELSE [i IN range(0, size(words) - 1) | reduce(name = '', word IN words[i..] + words[..i] | CASE name WHEN '' THEN word ELSE name + ' ' + word END)]
  END AS name
  WITH DISTINCT newer, name
  MATCH (older:Entity {namespace: $namespace, name: name}) USING INDEX SEEK older:Entity(namespace, name)
  WHERE older <> newer AND older.rule IS NULL AND older.id <> 'global'
    AND (coalesce(older.createdAt < newer.createdAt, true) OR (older.createdAt = newer.createdAt AND older.id < newer.id))
    AND NOT EXISTS { (newer)-[:NOT_SAME]-(older) }
  WITH newer, older, name, any(e IN [newer, older] WHERE coalesce(e.nodeType, e.metadataType) IS NULL) AS unknown
  WHERE older.type = newer.type OR unknown
  RETURN older, CASE WHEN name = newer.name THEN 'SAME_NAME' ELSE 'SAME_WORDS' END AS likeness,
    CASE WHEN name = newer.name THEN 1.0 ELSE 0.8 END - CASE WHEN older.type = newer.type THEN 0.0 ELSE 0.2 END AS score
  ORDER BY score DESC, older.id LIMIT toInteger($each)
}
WITH newer, older, likeness, score, newer.createdAt AS at, newer.id + '\n' + older.id AS id
WHERE at < $to OR id < $beforeId
RETURN id, at, null AS planId, null AS stepNum, null AS learningId, 'entity:' + newer.id AS ref, 'entity:' + older.id AS otherRef,
  likeness, score
ORDER BY at DESC, id DESC
LIMIT toInteger($limit)
