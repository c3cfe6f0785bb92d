// memories/lock-memories: takes the locks of memories that are about to be judged. One row a row whose memory its caller sees.
//   $rows  n, namespace, memoryId, visible (what the caller sees)
:params {rows: [{n: 0, namespace: "default", memoryId: "mem_1", visible: ["v0"]}]};
UNWIND $rows AS row
MATCH (memory:Memory {namespace: row.namespace, id: row.memoryId})
WHERE memory.visibility IN row.visible
REMOVE memory.lock
RETURN row.n AS n
