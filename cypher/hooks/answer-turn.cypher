// hooks/answer-turn: store what came of a turn, in the order in which it is posted: its answer, the receipts of its session
// that have an outcome (null keeps those that are stored), and the knowledge that its steps matched.
//   $result   properties of the turn: answer (JSON), outcome, why (the reason), learningIds
//   $matches  ref, match (properties of the edge: id, step, text, failed, note, and waitsSince if a person decides)
:params {namespace: "default", id: "t1", credited: [], result: {answer: "{}", outcome: "undecided", why: "no tests", learningIds: []}, matches: [{ref: "item:open_files", match: {id: "m1", step: 0, text: "db:migrate", failed: true, note: null, waitsSince: datetime()}}]};
MATCH (session:CapturedSession)-[:HAD_TURN]->(turn:CapturedTurn {namespace: $namespace, id: $id})
SET turn += $result, session.credited = coalesce($credited, session.credited)
WITH turn
UNWIND $matches AS row
MATCH (knowledge:Knowledge {namespace: $namespace, ref: row.ref}) USING INDEX SEEK knowledge:Knowledge(namespace, ref)
MERGE (turn)-[match:MATCHED]->(knowledge)
SET match += row.match, match.namespace = $namespace, match.step = toInteger(row.match.step)
