// adaptive/record-steps: record the observed steps of tasks. One answer for each row whose task exists: RECORDED, EXISTS
// (the same result was recorded before), CONFLICT (another result was recorded before), FINISHED (the task accepts no more steps),
// OUT_OF_ORDER (another number is next). Each row sees the effects of the rows before it.
//   $rows  n, namespace, taskId, num, now, step (properties of the new node), task (changed properties of the task)
:params {rows: [{n: 0, namespace: "default", taskId: "t1", num: 0, now: datetime(), step: {requestHash: "h", strategyId: "numbers_request/ai.process/deliver", succeeded: false}, task: {status: "RUNNING"}}]};
UNWIND $rows AS row
CALL (row) {
  MATCH (task:Task {namespace: row.namespace, id: row.taskId})
  REMOVE task.lock // takes the write lock first, so that what is read from here on is current
  WITH row, task, row.step AS properties, toInteger(row.num) AS num
  OPTIONAL MATCH (seen:TaskStep {namespace: row.namespace, taskId: row.taskId, num: num})
  WITH row, task, properties, num,
    CASE
      WHEN seen.requestHash = properties.requestHash THEN 'EXISTS'
      WHEN seen IS NOT NULL THEN 'CONFLICT'
      WHEN task.status <> 'RUNNING' THEN 'FINISHED'
      WHEN task.steps <> num THEN 'OUT_OF_ORDER'
      ELSE 'RECORDED'
    END AS answer
  FOREACH (_ IN CASE WHEN answer = 'RECORDED' THEN [1] ELSE [] END |
    CREATE (task)-[:HAS_STEP]->(step:TaskStep)
    SET step = properties {.*, namespace: row.namespace, taskId: row.taskId, num: num, at: row.now,
      title: toString(num) + ' ' + coalesce(split(properties.strategyId, '/')[1], '')}
    SET task += row.task, task.steps = num + 1, task.updatedAt = row.now
  )
  RETURN answer
}
RETURN row.n AS n, answer
