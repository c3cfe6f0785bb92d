// memories/restore-memory: take a memory that the caller sees out of the archive; what that does to its confidence is an
// entry of the ledger behind this. One row; none when there is no such memory. One that is not archived stays as it is.
:params {namespace: "default", id: "mem_1", visible: ["v0"]};
MATCH (memory:Memory {namespace: $namespace, id: $id})
WHERE memory.visibility IN $visible
REMOVE memory.lock // takes the write lock first, so that what is read from here on is current
WITH memory, memory.archivedAt IS NOT NULL AS archived
FOREACH (_ IN CASE WHEN archived THEN [1] ELSE [] END |
  SET memory.archivedAt = null, memory.facets = memory.facets + memory.visibility
)
RETURN archived AS restored
