// layers/save-doubts: note pairs of pieces of which one may supersede the other. Pairs that were noted or decided
// before stay unchanged. One row for each pair that waits for a decision from now on.
//   $rows  id (order among pairs of the same time), newer, older (ids of pieces), differences
:params {namespace: "default", now: datetime(), rows: [{id: "01JDOUBT", newer: "piece-2", older: "les-rans-init", differences: ["NUMBER"]}]};
UNWIND $rows AS row
MATCH (newer:Piece {namespace: $namespace, id: row.newer})
MATCH (older:Piece {namespace: $namespace, id: row.older})
WHERE NOT EXISTS { (newer)-[:MAY_SUPERSEDE]-(older) }
CREATE (newer)-[:MAY_SUPERSEDE {namespace: $namespace, id: row.id, waitsSince: $now, differences: row.differences}]->(older)
RETURN row.id AS id
