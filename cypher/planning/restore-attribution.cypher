// planning/restore-attribution: undo a person's attribution of a step to the item that it has: it was inferred or stated again,
// and by which names, so that it waits for a review again if another item has taken one. One row; none if the step has
// another item.
//   $was  attribution, byPerson and movedFrom (of the edge), ofStep (attribution of the step), review, names (hashes)
:params {namespace: "default", planId: "p1", stepNum: 0, itemId: "open_files", was: {attribution: "INFERRED", byPerson: null, movedFrom: null, ofStep: "INFERRED", review: "p1 000000", names: ["h"]}};
MATCH (step:Step {namespace: $namespace, planId: $planId, num: toInteger($stepNum)}) USING INDEX SEEK step:Step(namespace, planId, num)
MATCH (step)-[known:DERIVED_FROM]->(item:KnowledgeItem {namespace: $namespace, id: $itemId})
SET known.attribution = $was.attribution, known.byPerson = $was.byPerson, known.movedFrom = $was.movedFrom,
  step.attribution = $was.ofStep, step.review = $was.review
WITH step, item
CALL (step, item) {
  MATCH (item)-[:GOES_BY]->(name:ItemName)
  WHERE name.hash IN $was.names
  MERGE (step)-[:DECIDED_BY]->(name)
}
RETURN step.num AS num
