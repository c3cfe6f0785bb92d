// memories/lock-memories: takes the locks of memories that are about to be judged. One row a row whose memory its caller sees;
// `former` where what is reported was recorded of this memory under the id that version 0.2.0 would have given it.
//   $rows  n, namespace, memoryId, visible (what the caller sees), formerId (null without an idempotency key)
:params {rows: [{n: 0, namespace: "default", memoryId: "mem_1", visible: ["v0"], formerId: "memory-feedback:default:k"}]};
UNWIND $rows AS row
MATCH (memory:Memory {namespace: row.namespace, id: row.memoryId})
WHERE memory.visibility IN row.visible
REMOVE memory.lock
WITH row, memory
OPTIONAL MATCH (entry:Evidence {namespace: row.namespace, id: row.formerId})
RETURN row.n AS n, entry IS NOT NULL AND EXISTS { (memory)-[:HAS_EVIDENCE]->(entry) } AS former
