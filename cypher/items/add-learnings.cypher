// items/add-learnings: learnings that come with a catalog. They leave trust alone; one that is there already stays as it is.
// One row for each that was added.
//   $rows  itemId, learning (properties of the new node, contentHash included), human (kind is HUMAN_INTERRUPT)
:params {namespace: "default", rows: [{itemId: "open_files", human: false, learning: {namespace: "default", id: "l1", stepNum: 0, contentHash: "h"}}]};
UNWIND $rows AS row
MATCH (item:KnowledgeItem {namespace: $namespace, id: row.itemId})
WHERE NOT EXISTS { MATCH (:Learning {namespace: $namespace, contentHash: row.learning.contentHash}) }
  // One that was edited since is the same.
  AND NOT EXISTS { MATCH (:Learning {namespace: $namespace, firstHash: row.learning.contentHash}) }
CREATE (item)-[:HAS_LEARNING]->(learning:Learning)
SET learning = row.learning, learning.stepNum = toInteger(row.learning.stepNum), learning.title = left(row.learning.task, 80)
FOREACH (_ IN CASE WHEN row.human THEN [1] ELSE [] END | SET learning:HumanInterrupt)
FOREACH (_ IN CASE WHEN row.human THEN [] ELSE [1] END | SET learning:SelfExploration)
RETURN item.id AS itemId
