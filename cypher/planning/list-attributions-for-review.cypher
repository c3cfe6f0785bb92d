// planning/list-attributions-for-review: steps whose item was inferred from a name that another item has now; those of
// the newest plans first, each with the first few such items. A person who attributes a step removes it from the list.
//   $before  only those before this key; '~' from the newest      $limit  maximum number of rows
:params {namespace: "default", before: "~", limit: 20};
MATCH (step:Step)
WHERE step.namespace = $namespace AND step.review < $before
MATCH (step)-[derived:DERIVED_FROM]->(item:KnowledgeItem)
WHERE derived.attribution = 'INFERRED' AND derived.byPerson IS NULL AND NOT step.carried
CALL (step, item) {
  MATCH (step)-[:DECIDED_BY]->(decided:ItemName)
  MATCH (name:ItemName)
  WHERE name.namespace = $namespace AND name.key = decided.key AND name.application >= '' AND name.hash = decided.hash
    AND (step.decidedIn IS NULL OR name.application IN ['', step.decidedIn])
  MATCH (name)<-[:GOES_BY]-(other:KnowledgeItem)
  WHERE other <> item
  WITH DISTINCT other LIMIT 5
  WITH other ORDER BY other.id
  RETURN collect(other.id) AS takers
}
WITH step, takers WHERE takers <> []
RETURN step.review AS key, step.planId AS planId, step.num AS stepNum, takers AS takenBy
ORDER BY key DESC
LIMIT toInteger($limit)
