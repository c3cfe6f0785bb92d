// items/add-learnings: add the learnings of an imported catalog. Trust does not change; learnings that are stored
// already stay unchanged. One row for each learning added.
//   $rows  itemId, learning (properties of the new node, contentHash included), human (whether its kind is HUMAN_INTERRUPT)
:params {namespace: "default", rows: [{itemId: "open_files", human: false, learning: {namespace: "default", id: "l1", stepNum: 0, contentHash: "h"}}]};
UNWIND $rows AS row
MATCH (item:KnowledgeItem {namespace: $namespace, id: row.itemId})
WHERE NOT EXISTS { MATCH (:Learning {namespace: $namespace, contentHash: row.learning.contentHash}) }
  // A learning that was edited after its import is recognised by the hash of its original content.
  AND NOT EXISTS { MATCH (:Learning {namespace: $namespace, firstHash: row.learning.contentHash}) }
CREATE (item)-[:HAS_LEARNING]->(learning:Learning)
SET learning = row.learning, learning.stepNum = toInteger(row.learning.stepNum), learning.title = left(row.learning.task, 80)
FOREACH (_ IN CASE WHEN row.human THEN [1] ELSE [] END | SET learning:HumanInterrupt)
FOREACH (_ IN CASE WHEN row.human THEN [] ELSE [1] END | SET learning:SelfExploration)
RETURN item.id AS itemId
