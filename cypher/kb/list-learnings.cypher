// kb/list-learnings: a page of the learnings of each of several items: verified first, then newest, ties by id.
//   $kind   SELF_EXPLORATION, HUMAN_INTERRUPT or null for both
//   $afterVerified, $afterTimestamp, $afterId  only those behind this one; null from the start
//   $limit  most rows an item
:params {namespace: "default", ids: ["open_files"], kind: null, afterVerified: null, afterTimestamp: null, afterId: null, limit: 3};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
CALL (item) {
  MATCH (item)-[:HAS_LEARNING]->(learning:Learning)
  WHERE ($kind IS NULL OR learning.kind = $kind)
    AND ($afterId IS NULL
      OR learning.verified < $afterVerified
      OR (learning.verified = $afterVerified
        AND (learning.timestamp < $afterTimestamp OR (learning.timestamp = $afterTimestamp AND learning.id > $afterId))))
  RETURN learning
  ORDER BY learning.verified DESC, learning.timestamp DESC, learning.id
  LIMIT toInteger($limit)
}
RETURN item.id AS itemId, properties(learning) AS learning
ORDER BY itemId, learning.verified DESC, learning.timestamp DESC, learning.id
