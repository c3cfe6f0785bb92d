// conversations/open-conversation: lock a session, creating it if it is new. One row: its owner (null if new), the
// number of messages it has had, the time of its deletion (null if it was not deleted), and those of the messages
// $ids that it has already.
//   $ids  ids of the messages that are to be added
:params {namespace: "default", sessionId: "s1", ids: ["m1"]};
MERGE (session:Session {namespace: $namespace, id: $sessionId})
REMOVE session.lock // takes the session's lock, so that positions follow the order of commits
WITH session
RETURN session.scope AS scope, session.team AS team, session.project AS project, coalesce(session.messages, 0) AS messages,
  session.deletedAt AS deletedAt,
  COLLECT {
    UNWIND $ids AS id
    MATCH (message:Message {namespace: $namespace, id: id}) USING INDEX SEEK message:Message(namespace, id)
    RETURN message {.id, .position, .contentHash} AS known
  } AS known
