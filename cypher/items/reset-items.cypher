// items/reset-items: set items back to their initial trust, and delete their evidence and their learnings, except
// those in $rows. One row for each item that this changed.
//   $rows  id, initialTrust 0.5..1, learningHashes (content hashes of the learnings to keep)
:params {namespace: "default", now: datetime(), rows: [{id: "open_files", initialTrust: 1.0, learningHashes: []}]};
UNWIND $rows AS row
MATCH (item:KnowledgeItem {namespace: $namespace, id: row.id})
REMOVE item.lock
WITH item, row,
  COLLECT { MATCH (item)-[:HAS_EVIDENCE]->(evidence:Evidence) RETURN evidence } AS observed,
  COLLECT {
    MATCH (item)-[has:HAS_LEARNING|HAD_LEARNING]->(learning:Learning)
    WHERE has:HAD_LEARNING OR NOT learning.contentHash IN row.learningHashes
    RETURN learning
  } AS learned
WHERE observed <> [] OR learned <> [] OR item.trust <> row.initialTrust OR item.initialTrust <> row.initialTrust
SET item.trust = row.initialTrust, item.initialTrust = row.initialTrust, item.trustSince = $now, item.updatedAt = $now,
  item.tried = null, item.succeeded = null
WITH row, observed, learned
CALL (learned) {
  UNWIND learned AS gone
  MATCH (version:Version {namespace: $namespace, ref: 'learning:' + gone.id})
  WHERE version.number > 0 // the condition lets the planner use the index over namespace, ref and number
  DELETE version
}
FOREACH (gone IN observed + learned | DETACH DELETE gone)
RETURN row.id AS id
