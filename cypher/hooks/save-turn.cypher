// hooks/save-turn: store a turn of a session, once, before it is judged. One row.
//   $turn  properties of the turn: client, session, team, project, agent, at, prompt, steps (JSON), verdict, receipts
:params {namespace: "default", session: "s1", id: "t1", turn: {client: "codex", session: "s1", team: "default", project: "app", agent: "codex", at: datetime(), prompt: "Fix it", steps: "[]", verdict: "undecided", receipts: []}};
MATCH (session:CapturedSession {namespace: $namespace, id: $session})
MERGE (turn:CapturedTurn {namespace: $namespace, id: $id})
ON CREATE SET turn += $turn, turn.title = left($turn.prompt, 80)
MERGE (session)-[:HAD_TURN]->(turn)
RETURN turn.answer AS answer
