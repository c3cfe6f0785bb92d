// memories/lock-memories: lock the memories that are about to be judged. One row for each input row whose memory the
// caller can see, with the id of the memory or, if it was merged, of the visible memory it was merged into. `former`
// is the id under which version 0.2.0 recorded the same report about this memory, if it did.
//   $rows  n, namespace, memoryId, visible (facets that the caller can see), formerId (null without an idempotency key)
:params {rows: [{n: 0, namespace: "default", memoryId: "mem_1", visible: ["v0"], formerId: "memory-feedback:default:k"}]};
UNWIND $rows AS row
MATCH (memory:Memory {namespace: row.namespace, id: row.memoryId})
WHERE memory.visibility IN row.visible
REMOVE memory.lock
WITH row, memory
MATCH (memory)-[:MERGED_INTO*0..]->(standing:Memory)
WHERE standing.mergedInto IS NULL AND standing.visibility IN row.visible
WITH row, memory, standing
OPTIONAL MATCH (entry:Evidence {namespace: row.namespace, id: row.formerId})
RETURN row.n AS n, standing.id AS id, entry IS NOT NULL AND EXISTS { (memory)-[:HAS_EVIDENCE]->(entry) } AS former
