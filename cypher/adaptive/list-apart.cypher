// adaptive/list-apart: records of strategies without the attempts of the given tasks and sessions. One row each.
// excluded: number of attempts left out; attempts, successes, lastIssue: of the other attempts; objectives: of the other
// tasks.
:params {namespace: "default", ids: ["numbers_request/ai.process/deliver"], tasks: ["t1"], sessions: ["s1"]};
UNWIND $ids AS id
MATCH (strategy:Strategy {namespace: $namespace, id: id})
CALL (strategy) {
  MATCH (strategy)-[:HAS_EVIDENCE]->(entry:Evidence)
  WHERE entry.share IS NULL // outcomes of contexts do not count as attempts
    AND entry.retractedBy IS NULL AND entry.kind <> 'RETRACTION'
  WITH entry, coalesce(entry.taskId IN $tasks, false) OR coalesce(entry.session IN $sessions, false) AS isExcluded
  ORDER BY entry.sequence DESC
  RETURN sum(CASE WHEN isExcluded THEN 1 ELSE 0 END) AS excluded, sum(CASE WHEN isExcluded THEN 0 ELSE 1 END) AS attempts,
    sum(CASE WHEN entry.positive AND NOT isExcluded THEN 1 ELSE 0 END) AS successes,
    head(collect(CASE WHEN isExcluded OR entry.positive THEN null ELSE entry.comment END)) AS lastIssue
}
RETURN id, excluded, attempts, successes, lastIssue,
  COLLECT { MATCH (strategy)-[:LEARNED_FROM]->(task:Task) WHERE NOT task.id IN $tasks RETURN DISTINCT task.objective } AS objectives
