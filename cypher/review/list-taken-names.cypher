// review/list-taken-names: steps whose item was inferred from a name that another item has now; those of the newest
// plans first. At is null: the time is contained in the beginning of the plan's id.
//   $beforeKey  only steps with a smaller key: the plan's id, a space and the step number with six digits
//   $sinceKey   only steps whose key is at least this one
:params {namespace: "default", sinceKey: "", beforeKey: "~", limit: 20};
MATCH (step:Step) USING INDEX SEEK step:Step(namespace, review)
WHERE step.namespace = $namespace AND $sinceKey <= step.review < $beforeKey
MATCH (step)-[derived:DERIVED_FROM]->(item:KnowledgeItem)
WHERE derived.attribution = 'INFERRED' AND derived.byPerson IS NULL AND NOT step.carried
  AND EXISTS {
    MATCH (step)-[:DECIDED_BY]->(decided:ItemName)
    MATCH (name:ItemName)
    WHERE name.namespace = $namespace AND name.key = decided.key AND name.application >= '' AND name.hash = decided.hash
      AND (step.decidedIn IS NULL OR name.application IN ['', step.decidedIn])
    MATCH (name)<-[:GOES_BY]-(other:KnowledgeItem)
    WHERE other <> item
  }
RETURN step.review AS id, null AS at, step.planId AS planId, toInteger(step.num) AS stepNum, null AS learningId, null AS ref
ORDER BY id DESC
LIMIT toInteger($limit)
