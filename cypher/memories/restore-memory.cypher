// memories/restore-memory: take a memory that the caller can see out of the archive. Its confidence is changed by a
// ledger entry, which is written afterwards. The time in the archive is kept for searches of that time (the last 50 of them).
// One row; none if there is no such memory. A memory that is not archived stays unchanged.
:params {namespace: "default", id: "mem_1", visible: ["v0"], now: datetime()};
MATCH (memory:Memory {namespace: $namespace, id: $id})
WHERE memory.visibility IN $visible
REMOVE memory.lock // takes the write lock first, so that all values read below are current
WITH memory, memory.archivedAt IS NOT NULL AS archived
FOREACH (_ IN CASE WHEN archived THEN [1] ELSE [] END |
  SET memory.archivedFrom = (coalesce(memory.archivedFrom, []) + memory.archivedAt)[-50..],
    memory.archivedUntil = (coalesce(memory.archivedUntil, []) + $now)[-50..], memory.unarchivedAt = $now,
    memory.archivedAt = null, memory.facets = memory.facets + memory.visibility
)
RETURN archived AS restored
