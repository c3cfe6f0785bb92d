// evidence/list-moved: the knowledge on which steps of plans or validations of tasks produced evidence, ignoring
// retracted entries. One row per pair of input row and node.
//   $rows  n, namespace, prefix (of the ids of such entries), planId, taskId (the plan or task; null for none)
:params {rows: [{n: 0, namespace: "default", prefix: "report-step:p1:", planId: "p1", taskId: null}]};
UNWIND $rows AS row
MATCH (entry:Evidence) USING INDEX SEEK entry:Evidence(namespace, id)
WHERE entry.namespace = row.namespace AND entry.id STARTS WITH row.prefix
  AND (entry.planId = row.planId OR entry.taskId = row.taskId)
  AND entry.retractedBy IS NULL AND entry.kind <> 'RETRACTION'
MATCH (node:Knowledge)-[:HAS_EVIDENCE]->(entry)
RETURN DISTINCT row.n AS n, node.ref AS ref
ORDER BY n, ref
