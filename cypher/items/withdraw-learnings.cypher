// items/withdraw-learnings: mark learnings as no longer valid, because their observation was taken back or the
// problem was resolved. They leave prompts and lists but can still be read by id. One row for each that was valid.
//   $rows  namespace, id, now, resolvedInto (ref or address of the replacement; null if it was taken back)
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
