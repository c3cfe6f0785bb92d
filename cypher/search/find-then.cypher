// search/find-then: the state of knowledge at another time: the version that stood, if the content changed since or an undo
// removed the knowledge, and the trust after the last entry of the ledger by then. `decaysSince` is the time from which that
// trust decays; null if it does not. `facets` are null where the present ones held. No row for knowledge that was not known then,
// or that was in the archive.
:params {namespace: "default", refs: ["item:open_files"], known: datetime()};
CYPHER replan=skip
UNWIND $refs AS ref
CALL (ref) {
  MATCH (k:Knowledge {namespace: $namespace, ref: ref}) USING INDEX SEEK k:Knowledge(namespace, ref)
  RETURN k
 UNION ALL
  MATCH (k:Undone {namespace: $namespace, ref: ref}) USING INDEX SEEK k:Undone(namespace, ref)
  RETURN k
}
WITH ref, k WHERE k.createdAt <= $known AND NOT coalesce(k.archivedAt <= $known, false)
  AND none(i IN range(0, size(coalesce(k.archivedFrom, [])) - 1) WHERE k.archivedFrom[i] <= $known AND k.archivedUntil[i] > $known)
CALL (k) {
  OPTIONAL MATCH (v:Version {namespace: $namespace, ref: k.ref}) USING INDEX SEEK v:Version(namespace, ref, number)
  WHERE v.number > 0 AND v.from <= $known AND v.until > $known AND (k.since > $known OR k:Undone)
  RETURN v ORDER BY v.number DESC LIMIT 1
}
CALL (k) {
  OPTIONAL MATCH (k)-[:HAS_EVIDENCE]->(entry:Evidence)
  WHERE entry.appliedAt <= $known AND k.updatedAt > $known
  RETURN entry ORDER BY entry.appliedAt DESC, entry.sequence DESC LIMIT 1
}
WITH ref, k, v, entry, coalesce(v.from, k.since, k.createdAt) AS written, coalesce(k.updatedAt <= $known, true) AS unchanged
WHERE v IS NOT NULL OR NOT (k:Undone OR coalesce(k.since > $known, false))
RETURN ref,
  CASE WHEN unchanged THEN k.trust ELSE coalesce(entry.trustAfter, k.initialTrust, k.trust) END AS trust,
  CASE WHEN k.decaysSince IS NULL OR unchanged THEN k.decaysSince ELSE coalesce(entry.appliedAt, k.createdAt) END AS decaysSince,
  CASE WHEN unchanged THEN k.updatedAt WHEN entry.appliedAt > written THEN entry.appliedAt ELSE written END AS updatedAt,
  CASE WHEN v IS NOT NULL THEN v.facets WHEN k.archivedAt > $known AND k.mergedInto IS NULL THEN k.facets + k.visibility END AS facets,
  v {.state, .title, .text, .from} AS version
