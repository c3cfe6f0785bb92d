// conversations/open-conversation: take the lock of a session, which is made where it is new. One row: whose it is (null where
// it is new), how many messages it has had, when it was deleted (null if it was not), and those of some messages that it has.
//   $ids  of the messages that are handed in
:params {namespace: "default", sessionId: "s1", ids: ["m1"]};
MERGE (session:Session {namespace: $namespace, id: $sessionId})
REMOVE session.lock // takes the lock, so that positions go in the order of commits
WITH session
RETURN session.scope AS scope, session.team AS team, session.project AS project, coalesce(session.messages, 0) AS messages,
  session.deletedAt AS deletedAt,
  COLLECT {
    UNWIND $ids AS id
    MATCH (message:Message {namespace: $namespace, id: id}) USING INDEX SEEK message:Message(namespace, id)
    RETURN message {.id, .position, .contentHash} AS known
  } AS known
