// conversations/add-messages: append messages to a session whose lock this transaction holds. One row each.
//   $session   scope, team, project; set only if the session has none
//   $total     number of messages after this call, deleted ones included
//   $rows      id, properties (of the new node)
:params {namespace: "default", sessionId: "s1", now: datetime(), total: 1, session: {scope: "PROJECT", team: "default", project: "default", agent: null}, rows: [{id: "m1", properties: {ref: "message:m1", session: "s1", position: 0, title: "", text: "t", content: "t"}}]};
MATCH (session:Session {namespace: $namespace, id: $sessionId})
SET session.messages = toInteger($total), session.updatedAt = $now, session.title = $sessionId,
  session.createdAt = coalesce(session.createdAt, $now),
  session.scope = coalesce(session.scope, $session.scope), session.team = coalesce(session.team, $session.team),
  session.project = coalesce(session.project, $session.project), session.agent = coalesce(session.agent, $session.agent)
WITH session
UNWIND $rows AS row
CREATE (session)-[:HAS_MESSAGE]->(message:Message:Knowledge {namespace: $namespace, id: row.id})
SET message += row.properties, message.kind = 'MESSAGE', message.trust = 1.0, message.initialTrust = 1.0,
  message.trustSince = $now, message.createdAt = $now, message.updatedAt = $now, message.profile = 'episodic',
  message.position = toInteger(row.properties.position)
RETURN row.id AS id
