// evidence/list-moved: what the steps of plans and the validations of tasks have told of knowledge, but for what was taken
// back. One row for each node that a row concerns.
//   $rows  n, namespace, prefix (that the ids of such entries begin with), planId, taskId (whose they are; null for none)
:params {rows: [{n: 0, namespace: "default", prefix: "report-step:p1:", planId: "p1", taskId: null}]};
UNWIND $rows AS row
MATCH (entry:Evidence) USING INDEX SEEK entry:Evidence(namespace, id)
WHERE entry.namespace = row.namespace AND entry.id STARTS WITH row.prefix
  AND (entry.planId = row.planId OR entry.taskId = row.taskId)
  AND entry.retractedBy IS NULL AND entry.kind <> 'RETRACTION'
MATCH (node:Knowledge)-[:HAS_EVIDENCE]->(entry)
RETURN DISTINCT row.n AS n, node.ref AS ref
ORDER BY n, ref
