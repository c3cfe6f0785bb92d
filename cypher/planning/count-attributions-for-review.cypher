// planning/count-attributions-for-review: number of steps that list-attributions-for-review lists.
:params {namespace: "default"};
MATCH (step:Step)
WHERE step.namespace = $namespace AND step.review > ""
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
RETURN count(step) AS total
