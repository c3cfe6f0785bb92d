// evidence/list-entries-of: entries of given ledgers that came from given origins. One row per node that has any.
//   $refs      refs of the nodes
//   $sessions  sessions of agents
//   $works     plans, tasks and receipts: prefix (of the ids of their entries), and planId, taskId or receiptId, which
//              the entries store
:params {namespace: "default", refs: ["item:open_files"], sessions: ["s1"], works: [{prefix: "report-step:p1:", planId: "p1", taskId: null, receiptId: null}]};
CALL () {
  UNWIND $sessions AS session
  MATCH (entry:Evidence {namespace: $namespace, session: session}) USING INDEX SEEK entry:Evidence(namespace, session)
  RETURN entry
 UNION
  UNWIND $works AS work
  MATCH (entry:Evidence) USING INDEX SEEK entry:Evidence(namespace, id)
  WHERE entry.namespace = $namespace AND entry.id STARTS WITH work.prefix
    AND (entry.planId = work.planId OR entry.taskId = work.taskId OR entry.receiptId = work.receiptId)
  RETURN entry
}
MATCH (node:Knowledge|Undone)-[:HAS_EVIDENCE]->(entry)
WHERE node.ref IN $refs
RETURN node.ref AS ref, collect(entry.id) AS entryIds, collect(entry.learningId) AS learningIds
ORDER BY ref
