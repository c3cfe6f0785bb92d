// memories/archive-fallen: archive memories of all namespaces whose confidence has fallen under the threshold, those
// first that fell under it first. An archived memory keeps everything except the facet by which searches find it.
// Returns the number archived.
//   $limit  maximum number of memories archived by one call
:params {now: datetime(), limit: 500};
MATCH (fallen:Memory)
WHERE fallen.pruneAt < $now
WITH fallen ORDER BY fallen.pruneAt LIMIT toInteger($limit)
WITH fallen AS memory ORDER BY memory.namespace, memory.id
REMOVE memory.lock // takes the write lock, so that a signal recorded just before is seen
WITH memory
WHERE memory.pruneAt < $now
SET memory.archivedAt = CASE WHEN memory.updatedAt > $now THEN memory.updatedAt ELSE $now END,
  memory.updatedAt = CASE WHEN memory.updatedAt > $now THEN memory.updatedAt ELSE $now END,
  memory.pruneAt = null,
  memory.facets = [facet IN memory.facets WHERE facet <> memory.visibility]
RETURN count(memory) AS archived
