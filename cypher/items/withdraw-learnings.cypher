// items/withdraw-learnings: learnings that hold no more, because what they tell of was taken back, or was put right: they leave
// prompts and lists, and stay readable by their ids. One row for each that stood.
//   $rows  namespace, id, now, resolvedInto (a ref or an address; null where it was taken back)
:params {rows: [{namespace: "default", id: "l1", now: datetime(), resolvedInto: null}]};
UNWIND $rows AS row
MATCH (learning:Learning {namespace: row.namespace, id: row.id})
REMOVE learning.lock
WITH row, learning
MATCH (learning)<-[has:HAS_LEARNING]-(item:KnowledgeItem)
DELETE has
CREATE (item)-[:HAD_LEARNING]->(learning)
SET learning.withdrawnAt = row.now, learning.resolvedInto = row.resolvedInto
RETURN learning.id AS id
