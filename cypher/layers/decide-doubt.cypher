// layers/decide-doubt: store a person's decision on two pieces of which one may supersede the other. One row: whether
// it waited; none if this pair was not noted.
//   $newer, $older  ids of the pieces
//   $decision       KEEP_BOTH or SUPERSEDE
:params {namespace: "default", now: datetime(), newer: "piece-2", older: "les-rans-init", decision: "KEEP_BOTH", by: "alice"};
MATCH (newer:Piece {namespace: $namespace, id: $newer})-[doubt:MAY_SUPERSEDE]->(older:Piece {namespace: $namespace, id: $older})
USING INDEX SEEK newer:Piece(namespace, id)
WITH doubt, doubt.waitsSince AS waitsSince
REMOVE doubt.waitsSince
SET doubt.decision = $decision, doubt.decidedBy = $by, doubt.decidedAt = $now, doubt.waited = coalesce(waitsSince, doubt.waited)
RETURN waitsSince IS NOT NULL AS waited
