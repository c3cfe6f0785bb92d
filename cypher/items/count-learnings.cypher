// items/count-learnings: the number of learnings of each of several items.
//   $kind         SELF_EXPLORATION or HUMAN_INTERRUPT; null for both
//   $withRefuted  whether learnings that a person marked as wrong are included
:params {namespace: "default", ids: ["open_files"], kind: null, withRefuted: true};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
RETURN
  item.id AS itemId,
  COUNT {
    MATCH (item)-[:HAS_LEARNING]->(learning:Learning)
    WHERE ($kind IS NULL OR learning.kind = $kind) AND ($withRefuted OR coalesce(learning.verifiedByPerson, true))
  } AS total
