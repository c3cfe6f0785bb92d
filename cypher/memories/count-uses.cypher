// memories/count-uses: how often memories were returned by a search or put into a context since it was last counted.
//   $rows  namespace, id, uses; in the order of namespace and id, so that two replicas lock alike
:params {rows: [{namespace: "default", id: "mem_1", uses: 2}]};
UNWIND $rows AS row
MATCH (memory:Memory {namespace: row.namespace, id: row.id})
SET memory.usageCount = memory.usageCount + toInteger(row.uses)
