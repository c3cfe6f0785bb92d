// memories/restore-memory: take a memory that the caller can see out of the archive. Its confidence is changed by a
// ledger entry, which is written afterwards. One row; none if there is no such memory. A memory that is not archived
// stays unchanged.
:params {namespace: "default", id: "mem_1", visible: ["v0"]};
MATCH (memory:Memory {namespace: $namespace, id: $id})
WHERE memory.visibility IN $visible
REMOVE memory.lock // takes the write lock first, so that all values read below are current
WITH memory, memory.archivedAt IS NOT NULL AS archived
FOREACH (_ IN CASE WHEN archived THEN [1] ELSE [] END |
  SET memory.archivedAt = null, memory.facets = memory.facets + memory.visibility
)
RETURN archived AS restored
