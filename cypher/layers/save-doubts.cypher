// layers/save-doubts: notes of pieces that one may say what became of the other. What was noted before, or decided, stays. One row
// a pair that waits from now on.
//   $rows  id (its place among those of one time), newer, older (ids of pieces), differences
:params {namespace: "default", now: datetime(), rows: [{id: "01JDOUBT", newer: "piece-2", older: "les-rans-init", differences: ["NUMBER"]}]};
UNWIND $rows AS row
MATCH (newer:Piece {namespace: $namespace, id: row.newer})
MATCH (older:Piece {namespace: $namespace, id: row.older})
WHERE NOT EXISTS { (newer)-[:MAY_SUPERSEDE]-(older) }
CREATE (newer)-[:MAY_SUPERSEDE {namespace: $namespace, id: row.id, waitsSince: $now, differences: row.differences}]->(older)
RETURN row.id AS id
