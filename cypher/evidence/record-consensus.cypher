// evidence/record-consensus: append entries to ledgers whose trust is a decaying sum. A signal changes the trust at
// once if the node is settled or enough voices of its sign spoke within the window; the pending signals of its sign are
// then applied with it, oldest first. Otherwise it waits. A voice is an agent in a session; all callers that name
// neither are one voice. RESTORED raises the trust to at least its weight, at once and on its own.
// One answer per row whose node exists: CREATED, EXISTS (recorded before: the first answer), CONFLICT (the id was used
// for another request); none for an unknown node. retracted: the entry was retracted since. trustBefore and trustAfter
// are the trust just before and just after the row. Each row sees the changes of the rows before it.
//   $rows        n, namespace, ref, now, requestHash (tells whether two requests are equal; null: the id alone
//                decides), evidence (properties of the new node: id, kind, positive, weight (added to the trust), …),
//                due (for a RETRACTION: the trust without the retracted entries; settle-retractions writes the rest
//                afterwards)
//   $policy, $policyConstants  the policy's name and its constants as JSON, kept with each entry
//   $decayPerMs  loss of trust per millisecond                  $windowMs   how long signals wait and count together
//   $threshold   number of voices of one sign that must agree   $of         'signals': every signal counts as a voice;
//                'agents': all sessions of an agent are one voice, and so are all callers that name no agent
//   $settled     number from which a single signal is enough: of $settledBy 'voices' that received the node in a
//                context or helped to move its trust, or of 'uses' of any kind; 'never': nothing settles a node
//   $looked      maximum number of contexts and of entries to search for those voices: one voice may own very many
//   $prune       trust under which a node is archived
:params {policy: "consensus", policyConstants: "{}", decayPerMs: 1.9e-11, windowMs: 604800000, threshold: 2, of: "voices", settled: 3, settledBy: "voices", looked: 1000, prune: 0.3, rows: [{n: 0, namespace: "default", ref: "memory:mem_1", now: datetime(), requestHash: "h", due: null, evidence: {id: "e1", kind: "EXPLICIT_FEEDBACK", positive: true, weight: 0.3, agent: null, session: null, share: null, stepNum: null}}]};
UNWIND $rows AS row
CALL (row) {
  MATCH (node:Knowledge {namespace: row.namespace, ref: row.ref}) USING INDEX SEEK node:Knowledge(namespace, ref)
  REMOVE node.lock // takes the write lock first, so that what is read from here on is current
  WITH node, row, row.evidence.kind IN ['RESTORED', 'RETRACTION'] AS lifts,
    coalesce(row.evidence.agent, '') + '\n' + coalesce(row.evidence.session, '') AS voice,
    // Each entry gets its own, increasing time: replicas' clocks differ, and the ledger is replayed in order of time.
    CASE WHEN node.updatedAt >= row.now THEN node.updatedAt + duration({milliseconds: 1}) ELSE row.now END AS at
  OPTIONAL MATCH (seen:Evidence {namespace: row.namespace, id: row.evidence.id}) USING INDEX SEEK seen:Evidence(namespace, id)
  WITH node, row, lifts, voice, seen, at, at - duration({milliseconds: toInteger($windowMs)}) AS horizon,
    node.trust - $decayPerMs * (at.epochMillis - node.decaysSince.epochMillis) AS decayed
  WITH node, row, lifts, voice, seen, at, horizon, row.evidence.weight AS weight,
    CASE WHEN decayed > 0 THEN decayed ELSE 0.0 END AS before,
    COUNT { (node)-[:HAS_EVIDENCE]->() } AS sequence,
    COLLECT {
      UNWIND CASE WHEN lifts THEN [] ELSE [1] END AS once
      MATCH (node)-[wait:AWAITS_CONSENSUS]->(signal:Evidence)
      RETURN {wait: wait, signal: signal} AS waiting ORDER BY signal.at, signal.id
    } AS waiting,
    [moment IN coalesce(CASE WHEN row.evidence.positive THEN node.supportedAt ELSE node.opposedAt END, []) WHERE moment >= horizon] AS recent,
    coalesce(CASE WHEN row.evidence.positive THEN node.voicesFor ELSE node.voicesAgainst END, []) AS voices,
    coalesce(CASE WHEN row.evidence.positive THEN node.voicesForAt ELSE node.voicesAgainstAt END, []) AS spokeAt,
    // Stored with the entry: contexts are deleted later, and a refold must know who had received the node by then.
    CASE WHEN $settledBy = 'voices' AND row.evidence.kind <> 'RETRACTION' THEN COLLECT {
      MATCH (node)<-[:GAVE]-(receipt:Receipt)
      WITH receipt LIMIT toInteger($looked)
      RETURN DISTINCT coalesce(receipt.agent, '') + '\n' + CASE $of WHEN 'agents' THEN '' ELSE coalesce(receipt.session, '') END AS given
      LIMIT toInteger($settled)
    } END AS givenTo
  WITH *,
    // Once found, settlers stay. Signals from before voices were stored count as those of unnamed agents.
    CASE WHEN givenTo IS NULL OR size(coalesce(node.settledVoices, [])) >= $settled THEN coalesce(node.settledVoices, [])
      ELSE COLLECT {
        CALL (node, givenTo) {
          UNWIND givenTo AS settler
          RETURN settler
         UNION ALL
          MATCH (node)-[:HAS_EVIDENCE]->(entry:Evidence)
          WITH entry LIMIT toInteger($looked)
          WHERE entry.appliedAt IS NOT NULL AND coalesce(entry.state, 'APPLIED') = 'APPLIED' AND entry.retractedBy IS NULL
            AND NOT entry.kind IN ['RESTORED', 'RETRACTION']
          RETURN coalesce(entry.agent, '') + '\n' + CASE $of WHEN 'agents' THEN '' ELSE coalesce(entry.session, '') END AS settler
        }
        RETURN DISTINCT settler LIMIT toInteger($settled)
      } END AS settlers
  WITH *, CASE $settledBy WHEN 'uses' THEN node.usageCount WHEN 'never' THEN 0 ELSE size(settlers) END AS settling,
    CASE $of WHEN 'agents' THEN split(voice, '\n')[0] ELSE voice END AS speaker,
    CASE $of WHEN 'agents' THEN [each IN voices | split(each, '\n')[0]] ELSE voices END AS speakers
  WITH node, row, lifts, voice, seen, at, weight, horizon, before, sequence, waiting, recent, voices, spokeAt, givenTo, settlers, settling,
    // Each voice counts once: before agents were counted, several sessions of one agent may have been stored.
    [n IN range(0, size(voices) - 1) WHERE speakers[n] <> speaker AND spokeAt[n] >= horizon AND NOT speakers[n] IN speakers[0..n]] AS others
  WITH node, row, lifts, seen, at, weight, horizon, before, sequence, recent, givenTo, settlers,
    [voice] + [n IN others | voices[n]] AS voices, [at] + [n IN others | spokeAt[n]] AS spokeAt,
    [w IN waiting WHERE w.signal.at < horizon] AS late,
    [w IN waiting WHERE w.signal.at >= horizon AND w.signal.positive = row.evidence.positive] AS agreeing,
    lifts OR settling >= $settled
      OR CASE $of WHEN 'signals' THEN size(recent) ELSE size(others) END + 1 >= $threshold AS applies
  WITH node, row, lifts, seen, at, weight, horizon, late, before, sequence, applies, [at] + recent AS moments, voices, spokeAt,
    givenTo, settlers, CASE WHEN applies THEN agreeing ELSE [] END AS joining
  // The trust before the first applied signal, and after each of them.
  WITH node, row, row.evidence AS given, lifts, seen, at, weight, late, before, sequence, applies, moments, voices, spokeAt,
    givenTo, settlers, joining,
    CASE WHEN lifts THEN [before, CASE WHEN row.due IS NOT NULL THEN row.due WHEN before > weight THEN before ELSE weight END] ELSE
      reduce(steps = [before], added IN [w IN joining | w.signal.weight] + CASE WHEN applies THEN [weight] ELSE [] END |
        steps + CASE WHEN steps[-1] + added > 1 THEN 1.0 WHEN steps[-1] + added < 0 THEN 0.0 ELSE steps[-1] + added END)
    END AS steps
  FOREACH (_ IN CASE WHEN seen IS NULL THEN [1] ELSE [] END |
    CREATE (node)-[:HAS_EVIDENCE]->(signal:Evidence)
    SET signal = given {.*, namespace: row.namespace, requestHash: row.requestHash, stepNum: toInteger(given.stepNum),
      at: at, sequence: sequence, firstApplied: applies, firstConfidence: steps[-1], uses: node.usageCount, givenTo: givenTo,
      confidence: CASE WHEN lifts THEN null ELSE before END, // restoring and retracting are not observations
      state: CASE WHEN applies THEN 'APPLIED' ELSE 'PENDING' END, policy: $policy, policyConstants: $policyConstants,
      title: replace(toLower(given.kind), '_', ' ') + CASE WHEN coalesce(given.positive, steps[-1] >= before) THEN ' +' ELSE ' −' END}
    FOREACH (_ IN CASE WHEN applies THEN [1] ELSE [] END |
      FOREACH (sum IN CASE WHEN lifts THEN [] ELSE [reduce(sum = coalesce(given.share, 1.0),
          w IN joining | sum + coalesce(w.signal.share, 1.0))] END |
        SET node.tried = coalesce(node.tried, 0.0) + sum,
          node.succeeded = coalesce(node.succeeded, 0.0) + CASE WHEN given.positive THEN sum ELSE 0.0 END)
      SET signal.appliedAt = at, signal.trustBefore = steps[-2], signal.trustAfter = steps[-1],
        node.trust = steps[-1], node.decaysSince = at,
        node.pruneAt = CASE WHEN node.archivedAt IS NULL
          THEN at + duration({milliseconds: toInteger(CASE WHEN steps[-1] > $prune THEN (steps[-1] - $prune) / $decayPerMs ELSE 0.0 END)}) END
    )
    FOREACH (_ IN CASE WHEN applies THEN [] ELSE [1] END | CREATE (node)-[:AWAITS_CONSENSUS]->(signal))
    FOREACH (n IN range(0, size(joining) - 1) |
      FOREACH (joined IN [joining[n].signal] |
        SET joined.state = 'APPLIED',
          // For a signal whose consensus was reopened, this is the time from which it counts; its earlier effect is
          // kept.
          joined.countedAt = CASE WHEN joined.appliedAt IS NULL THEN null ELSE at END,
          joined.trustBefore = coalesce(joined.trustBefore, steps[n]), joined.trustAfter = coalesce(joined.trustAfter, steps[n + 1]),
          joined.appliedAt = coalesce(joined.appliedAt, at))
      FOREACH (wait IN [joining[n].wait] | DELETE wait)
    )
    FOREACH (expired IN [w IN late | w.signal] | SET expired.state = 'EXPIRED')
    FOREACH (wait IN [w IN late | w.wait] | DELETE wait)
    SET node.updatedAt = at,
      node.settledVoices = CASE WHEN size(settlers) >= $settled THEN settlers ELSE node.settledVoices END,
      node.voicesFor = CASE WHEN row.evidence.positive AND NOT lifts THEN voices[0..toInteger($threshold)] ELSE node.voicesFor END,
      node.voicesForAt = CASE WHEN row.evidence.positive AND NOT lifts THEN spokeAt[0..toInteger($threshold)] ELSE node.voicesForAt END,
      node.voicesAgainst = CASE WHEN row.evidence.positive OR lifts THEN node.voicesAgainst ELSE voices[0..toInteger($threshold)] END,
      node.voicesAgainstAt = CASE WHEN row.evidence.positive OR lifts THEN node.voicesAgainstAt ELSE spokeAt[0..toInteger($threshold)] END,
      node.supportedAt = CASE WHEN row.evidence.positive AND NOT lifts THEN moments[0..toInteger($threshold)] ELSE node.supportedAt END,
      node.opposedAt = CASE WHEN row.evidence.positive OR lifts THEN node.opposedAt ELSE moments[0..toInteger($threshold)] END
  )
  RETURN
    CASE
      WHEN seen IS NULL THEN 'CREATED'
      WHEN row.requestHash IS NULL OR seen.requestHash = row.requestHash THEN 'EXISTS'
      ELSE 'CONFLICT'
    END AS outcome,
    coalesce(seen.firstApplied, applies) AS applied, coalesce(seen.confidence, seen.trustBefore, before) AS trustBefore,
    coalesce(seen.firstConfidence, seen.trustAfter, steps[-1]) AS trustAfter,
    seen.retractedBy IS NOT NULL AS retracted
}
RETURN row.n AS n, outcome, applied, trustBefore, trustAfter, retracted
