// search/find-tried: whether knowledge of a namespace may have been tried: there is evidence, or there are successful
// steps. One row if so, otherwise none.
//   $asked  one map, since the database makes a plan for each size of a text parameter
:params {asked: {namespace: "default"}};
CYPHER replan=skip
CALL () {
  MATCH (entry:Evidence) USING INDEX SEEK entry:Evidence(namespace, id)
  WHERE entry.namespace = $asked.namespace AND entry.id > ''
  RETURN true AS tried LIMIT 1
 UNION ALL
  MATCH (step:Step) USING INDEX SEEK step:Step(namespace, outcome, reportedAt)
  WHERE step.namespace = $asked.namespace AND step.outcome = 'SUCCESS' AND step.reportedAt IS NOT NULL
  RETURN true AS tried LIMIT 1
}
RETURN tried LIMIT 1
