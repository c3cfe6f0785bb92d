// memories/restore-memory: take a memory that the caller sees out of the archive, with a piece of evidence that says so.
// One row; none when there is no such memory. One that is not archived stays as it is.
//   $confidence  what it has at least then           $evidence  properties of the new node
:params {namespace: "default", id: "mem_1", visible: ["v0"], now: datetime(), confidence: 0.5, decayPerMs: 1.9e-11, prune: 0.3, evidence: {namespace: "default", id: "restored:1", kind: "RESTORED", positive: true, weight: 0.5}};
MATCH (memory:Memory {namespace: $namespace, id: $id})
WHERE memory.visibility IN $visible
REMOVE memory.lock // takes the write lock first, so that what is read from here on is current
WITH memory, memory.archivedAt IS NOT NULL AS archived,
  CASE WHEN memory.updatedAt >= $now THEN memory.updatedAt + duration({milliseconds: 1}) ELSE $now END AS at,
  COUNT { (memory)-[:HAS_EVIDENCE]->() } AS sequence
WITH memory, archived, at, sequence,
  memory.trust - $decayPerMs * (at.epochMillis - memory.decaysSince.epochMillis) AS decayed
WITH memory, archived, at, sequence, CASE WHEN decayed > 0 THEN decayed ELSE 0.0 END AS before
WITH memory, archived, at, sequence, before, CASE WHEN before > $confidence THEN before ELSE $confidence END AS after
FOREACH (_ IN CASE WHEN archived THEN [1] ELSE [] END |
  CREATE (memory)-[:HAS_EVIDENCE]->(evidence:Evidence)
  SET evidence = $evidence, evidence.at = at, evidence.appliedAt = at, evidence.state = 'APPLIED',
    evidence.sequence = sequence, evidence.trustBefore = before, evidence.trustAfter = after
  SET memory.trust = after, memory.decaysSince = at, memory.updatedAt = at, memory.archivedAt = null,
    memory.facets = memory.facets + memory.visibility,
    memory.pruneAt = at + duration({milliseconds: toInteger(CASE WHEN after > $prune THEN (after - $prune) / $decayPerMs ELSE 0.0 END)})
)
RETURN archived AS restored
