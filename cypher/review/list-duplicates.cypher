// review/list-duplicates: pairs of entities from documents that may be the same, because they have the same name or its words in
// another order; newest first by the later entity, ties by id. Pairs that a person declared to be different are left out, and so
// are entities that a rule created from names in texts. At most $each pairs for each entity, best first; if many entities have one
// name, only the $among earliest of them are considered. For a range of few entities: list-all-duplicates finds the same pairs,
// but reads all names.
//   score     1 for the same name and type; 0.8 for the same words in another order; 0.2 less if the type of one is unknown, because
//             it only has an id; the types must not differ otherwise
//   $since, $to  time range in which the later entity was created
//   $beforeId    for entries at $to, only those after this id in the list
:params {namespace: "default", since: datetime("2026-01-01"), to: datetime(), beforeId: "~", each: 5, among: 100, limit: 20};
MATCH (newer:Entity) USING INDEX SEEK newer:Entity(namespace, createdAt)
WHERE newer.namespace = $namespace AND newer.createdAt >= $since AND newer.createdAt <= $to
  AND newer.rule IS NULL AND newer.name IS NOT NULL AND newer.id <> 'global'
WITH newer, split(newer.name, ' ') AS words
UNWIND CASE
  WHEN size(words) > 4 THEN [newer.name]
  ELSE [i IN range(0, size(words) - 1) | reduce(name = '', word IN words[i..] + words[..i] | CASE name WHEN '' THEN word ELSE name + ' ' + word END)]
END AS name
WITH DISTINCT newer, name
WITH name, collect(newer) AS newest
CALL (name) {
  MATCH (older:Entity {namespace: $namespace, name: name}) USING INDEX SEEK older:Entity(namespace, name)
  WHERE older.rule IS NULL AND older.id <> 'global'
  WITH older ORDER BY older.createdAt, older.id LIMIT toInteger($among)
  RETURN collect(older) AS earliest
}
UNWIND newest AS newer
CALL (newer, earliest) {
  UNWIND earliest AS older
  WITH newer, older
  WHERE older <> newer
    AND (coalesce(older.createdAt < newer.createdAt, true) OR (older.createdAt = newer.createdAt AND older.id < newer.id))
    AND NOT EXISTS { (newer)-[:NOT_SAME]-(older) }
  WITH newer, older, any(e IN [newer, older] WHERE coalesce(e.nodeType, e.metadataType) IS NULL) AS unknown
  WHERE older.type = newer.type OR unknown
  RETURN older, CASE WHEN older.name = newer.name THEN 1.0 ELSE 0.8 END - CASE WHEN older.type = newer.type THEN 0.0 ELSE 0.2 END AS score
  ORDER BY score DESC, older.id LIMIT toInteger($each)
}
WITH newer, older, score ORDER BY score DESC, older.id
WITH newer, collect({older: older, score: score})[..toInteger($each)] AS best
UNWIND best AS one
WITH newer, one.older AS older, one.score AS score
WITH newer, older, score, newer.createdAt AS at, newer.id + '\n' + older.id AS id
WHERE at < $to OR id < $beforeId
RETURN id, at, null AS planId, null AS stepNum, null AS learningId, 'entity:' + newer.id AS ref, 'entity:' + older.id AS otherRef,
  CASE WHEN older.name = newer.name THEN 'SAME_NAME' ELSE 'SAME_WORDS' END AS likeness, score
ORDER BY at DESC, id DESC
LIMIT toInteger($limit)
