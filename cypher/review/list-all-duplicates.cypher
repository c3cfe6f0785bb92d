// review/list-all-duplicates: the pairs of list-duplicates, for a range of many entities. All names are grouped once, so that the
// cost does not depend on how many entities have others of their name.
//   $since, $to, $beforeId, $each, $among, $limit  as in list-duplicates
:params {namespace: "default", since: datetime("2026-01-01"), to: datetime(), beforeId: "~", each: 5, among: 100, limit: 20};
MATCH (entity:Entity) USING INDEX SEEK entity:Entity(namespace, name)
WHERE entity.namespace = $namespace AND entity.name IS NOT NULL AND entity.rule IS NULL AND entity.id <> 'global'
WITH entity, entity.name AS name, split(entity.name, ' ') AS words
// The first in alphabetical order of the names that have the same words in the same order, but begin with another one.
WITH entity, CASE
  WHEN size(words) = 1 OR size(words) > 4 THEN name
  ELSE reduce(first = name, i IN range(1, size(words) - 1) |
    CASE WHEN reduce(other = words[i], word IN words[i + 1..] + words[..i] | other + ' ' + word) < first
      THEN reduce(other = words[i], word IN words[i + 1..] + words[..i] | other + ' ' + word) ELSE first END)
END AS key
WITH key, collect(entity) AS alike
WHERE size(alike) > 1
// Few are the rule, and need no order.
WITH alike, CASE WHEN size(alike) <= $among THEN alike ELSE COLLECT {
  UNWIND alike AS older
  WITH older.name AS name, older ORDER BY older.createdAt, older.id
  WITH name, collect(older)[..toInteger($among)] AS earliest
  UNWIND earliest AS each
  RETURN each
} END AS earliest
UNWIND alike AS newer
WITH newer, earliest, newer.createdAt AS at
WHERE at >= $since AND at <= $to
WITH newer, earliest, at ORDER BY at DESC
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
WITH newer, older, score, at, newer.id + '\n' + older.id AS id
WHERE at < $to OR id < $beforeId
RETURN id, at, null AS planId, null AS stepNum, null AS learningId, 'entity:' + newer.id AS ref, 'entity:' + older.id AS otherRef,
  CASE WHEN older.name = newer.name THEN 'SAME_NAME' ELSE 'SAME_WORDS' END AS likeness, score
ORDER BY at DESC, id DESC
LIMIT toInteger($limit)
