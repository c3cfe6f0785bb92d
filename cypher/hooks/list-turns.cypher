// hooks/list-turns: the turns of a session, oldest first, as far as they are kept. One row each.
:params {namespace: "default", session: "s1", limit: 500};
MATCH (:CapturedSession {namespace: $namespace, id: $session})-[:HAD_TURN]->(turn:CapturedTurn)
RETURN turn {.id, .at, .prompt, .steps, .verdict, .receipts, .learningIds} AS turn
ORDER BY turn.at, turn.id
LIMIT toInteger($limit)
