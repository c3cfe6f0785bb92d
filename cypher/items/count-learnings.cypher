// items/count-learnings: how many learnings each of several items has.
//   $kind  SELF_EXPLORATION, HUMAN_INTERRUPT or null for both
//   $withRefuted  also those of which a person said that they do not hold
:params {namespace: "default", ids: ["open_files"], kind: null, withRefuted: true};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
RETURN
  item.id AS itemId,
  COUNT {
    MATCH (item)-[:HAS_LEARNING]->(learning:Learning)
    WHERE ($kind IS NULL OR learning.kind = $kind) AND ($withRefuted OR coalesce(learning.verifiedByPerson, true))
  } AS total
