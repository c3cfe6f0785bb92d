// review/list-unattributed-failures: failed and corrected steps whose item is unknown, so that nothing was learned from
// them; last reported first, ties by id.
//   $since, $to  time range of the reports
//   $beforeId    for steps reported at $to, only those after this id in the list
:params {namespace: "default", since: datetime("2026-01-01"), to: datetime(), beforeId: "~", limit: 20};
UNWIND ['FAILURE', 'CORRECTED'] AS outcome
CALL (outcome) {
  MATCH (step:Step) USING INDEX SEEK step:Step(namespace, outcome, reportedAt)
  WHERE step.namespace = $namespace AND step.outcome = outcome AND $since <= step.reportedAt <= $to
    AND NOT step.carried AND NOT EXISTS { (step)-[:DERIVED_FROM]->(:KnowledgeItem) }
  WITH step, step.planId + ' ' + right('00000' + toString(step.num), 6) AS id
  WHERE step.reportedAt < $to OR id < $beforeId
  RETURN step, id
  ORDER BY step.reportedAt DESC, id DESC
  LIMIT toInteger($limit)
}
RETURN id, step.reportedAt AS at, step.planId AS planId, toInteger(step.num) AS stepNum, null AS learningId, null AS ref
ORDER BY at DESC, id DESC
LIMIT toInteger($limit)
