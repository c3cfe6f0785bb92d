// memories/count-uses: add to each memory's number of uses. A use is a return by a search or an inclusion in a
// context.
//   $rows  namespace, id, uses; sorted by namespace and id, so that replicas lock in the same order
:params {rows: [{namespace: "default", id: "mem_1", uses: 2}]};
UNWIND $rows AS row
MATCH (memory:Memory {namespace: row.namespace, id: row.id})
SET memory.usageCount = memory.usageCount + toInteger(row.uses)
