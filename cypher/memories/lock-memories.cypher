// memories/lock-memories: takes the locks of memories that are about to be judged. One row a row whose memory its caller sees:
// its id, or that of the memory it was merged into, which the caller sees, too;
// `former` where what is reported was recorded of this memory under the id that version 0.2.0 would have given it.
//   $rows  n, namespace, memoryId, visible (what the caller sees), formerId (null without an idempotency key)
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
