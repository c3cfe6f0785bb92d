// memories/report-signals: what callers observed of memories. A signal moves the confidence at once when the memory is
// settled or enough of its sign lie within the window; then the pending ones of its sign go with it, oldest first. Else
// it waits. One answer a row whose memory its caller sees: CREATED, EXISTS (reported before: the first answer), CONFLICT
// (its key was used for something else); none for another. Each row sees what the rows before it did.
//   $rows        n, namespace, memoryId, visible (what the caller sees), now, evidence (properties of the new node: id, kind,
//                positive, weight, …; requestHash tells equal reports from others)
//   $decayPerMs  what a confidence loses in a millisecond       $windowMs   how long signals wait and count together
//   $threshold   signals of one sign that agree                 $settled    uses from which on one signal is enough
//   $prune       confidence under which a memory is archived
:params {decayPerMs: 1.9e-11, windowMs: 604800000, threshold: 2, settled: 3, prune: 0.3, rows: [{n: 0, namespace: "default", memoryId: "mem_1", visible: ["v0"], now: datetime(), evidence: {namespace: "default", id: "e1", kind: "EXPLICIT_FEEDBACK", positive: true, weight: 0.3, requestHash: "h"}}]};
UNWIND $rows AS row
CALL (row) {
  MATCH (memory:Memory {namespace: row.namespace, id: row.memoryId})
  WHERE memory.visibility IN row.visible
  REMOVE memory.lock // takes the write lock first, so that what is read from here on is current
  WITH memory, row,
    // Each its own moment, never back: replicas' clocks differ, and the ledger is replayed in the order of time.
    CASE WHEN memory.updatedAt >= row.now THEN memory.updatedAt + duration({milliseconds: 1}) ELSE row.now END AS at
  OPTIONAL MATCH (seen:Evidence {namespace: row.namespace, id: row.evidence.id})
  WITH memory, row, seen, at, at - duration({milliseconds: toInteger($windowMs)}) AS horizon,
    memory.trust - $decayPerMs * (at.epochMillis - memory.decaysSince.epochMillis) AS decayed
  WITH memory, row, seen, at, horizon, CASE WHEN decayed > 0 THEN decayed ELSE 0.0 END AS before,
    COUNT { (memory)-[:HAS_EVIDENCE]->() } AS sequence,
    COLLECT {
      MATCH (memory)-[wait:AWAITS_CONSENSUS]->(signal:Evidence)
      RETURN {wait: wait, signal: signal} AS waiting ORDER BY signal.at, signal.id
    } AS waiting,
    [moment IN coalesce(CASE WHEN row.evidence.positive THEN memory.supportedAt ELSE memory.opposedAt END, []) WHERE moment >= horizon] AS recent
  WITH memory, row, seen, at, horizon, before, sequence, recent,
    [w IN waiting WHERE w.signal.at < horizon] AS late,
    [w IN waiting WHERE w.signal.at >= horizon AND w.signal.positive = row.evidence.positive] AS agreeing,
    memory.usageCount >= $settled OR size(recent) + 1 >= $threshold AS applies
  WITH memory, row, seen, at, late, agreeing, before, sequence, applies, [at] + recent AS moments,
    CASE WHEN applies THEN agreeing ELSE [] END AS joining
  // The confidence before the first, and after each.
  WITH memory, row, seen, at, late, before, sequence, applies, moments, joining,
    reduce(steps = [before], weight IN [w IN joining | w.signal.weight] + CASE WHEN applies THEN [row.evidence.weight] ELSE [] END |
      steps + CASE WHEN steps[-1] + weight > 1 THEN 1.0 WHEN steps[-1] + weight < 0 THEN 0.0 ELSE steps[-1] + weight END) AS steps
  FOREACH (_ IN CASE WHEN seen IS NULL THEN [1] ELSE [] END |
    CREATE (memory)-[:HAS_EVIDENCE]->(signal:Evidence)
    SET signal = row.evidence, signal.at = at, signal.sequence = sequence, signal.confidence = before,
      signal.firstApplied = applies, signal.firstConfidence = steps[-1],
      signal.state = CASE WHEN applies THEN 'APPLIED' ELSE 'PENDING' END
    FOREACH (_ IN CASE WHEN applies THEN [1] ELSE [] END |
      SET signal.appliedAt = at, signal.trustBefore = steps[-2], signal.trustAfter = steps[-1],
        memory.trust = steps[-1], memory.decaysSince = at,
        memory.pruneAt = CASE WHEN memory.archivedAt IS NULL
          THEN at + duration({milliseconds: toInteger(CASE WHEN steps[-1] > $prune THEN (steps[-1] - $prune) / $decayPerMs ELSE 0.0 END)}) END
    )
    FOREACH (_ IN CASE WHEN applies THEN [] ELSE [1] END | CREATE (memory)-[:AWAITS_CONSENSUS]->(signal))
    FOREACH (n IN range(0, size(joining) - 1) |
      FOREACH (joined IN [joining[n].signal] |
        SET joined.state = 'APPLIED', joined.appliedAt = at, joined.trustBefore = steps[n], joined.trustAfter = steps[n + 1])
      FOREACH (wait IN [joining[n].wait] | DELETE wait)
    )
    FOREACH (expired IN [w IN late | w.signal] | SET expired.state = 'EXPIRED')
    FOREACH (wait IN [w IN late | w.wait] | DELETE wait)
    SET memory.updatedAt = at,
      memory.supportedAt = CASE WHEN row.evidence.positive THEN moments[0..toInteger($threshold)] ELSE memory.supportedAt END,
      memory.opposedAt = CASE WHEN row.evidence.positive THEN memory.opposedAt ELSE moments[0..toInteger($threshold)] END
  )
  RETURN
    CASE
      WHEN seen IS NULL THEN 'CREATED'
      WHEN seen.requestHash = row.evidence.requestHash THEN 'EXISTS'
      ELSE 'CONFLICT'
    END AS outcome,
    coalesce(seen.firstApplied, applies) AS applied,
    coalesce(seen.firstConfidence, steps[-1]) AS confidence
}
RETURN row.n AS n, outcome, applied, confidence
