// items/sweep-items: delete one batch of the remains of a hidden, deleted item: its learnings and evidence. One row:
// the number deleted; none if no deleted item has remains.
//   $limit  maximum number of relationships removed in this transaction
:params {namespace: "default", limit: 1000};
MATCH (item:DeletedItem {namespace: $namespace})
WITH item LIMIT 1
CALL (item) {
  MATCH (item)-[edge]-(other)
  WITH edge, other LIMIT toInteger($limit)
  WITH edge, CASE WHEN edge:HAS_LEARNING|HAD_LEARNING|HAS_EVIDENCE THEN [other] ELSE [] END AS own
  DELETE edge
  WITH own
  CALL (own) {
    UNWIND own AS gone
    WITH gone WHERE gone:Learning
    MATCH (version:Version {namespace: $namespace, ref: 'learning:' + gone.id})
    WHERE version.number > 0 // the condition lets the planner use the index over namespace, ref and number
    DELETE version
  }
  FOREACH (gone IN own | DETACH DELETE gone)
  RETURN count(*) AS swept
}
FOREACH (_ IN CASE WHEN swept < $limit THEN [1] ELSE [] END | DETACH DELETE item)
RETURN swept
