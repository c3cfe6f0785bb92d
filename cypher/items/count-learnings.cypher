// items/count-learnings: the number of learnings of each of several items.
//   $kind         SELF_EXPLORATION or HUMAN_INTERRUPT; null for both
//   $withRefuted  whether learnings that a person marked as wrong are included
//   $known        only learnings that were recorded by this time
:params {namespace: "default", ids: ["open_files"], kind: null, withRefuted: true, known: datetime()};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
RETURN
  item.id AS itemId,
  COUNT {
    MATCH (item)-[:HAS_LEARNING]->(learning:Learning)
    WHERE ($kind IS NULL OR learning.kind = $kind) AND ($withRefuted OR coalesce(learning.verifiedByPerson, true))
      AND coalesce(coalesce(learning.createdAt, learning.timestamp) <= $known, true)
  } AS total
