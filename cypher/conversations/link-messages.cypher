// conversations/link-messages: link each of the given messages to its predecessor in the session.
:params {namespace: "default", ids: ["m1"]};
UNWIND $ids AS id
MATCH (message:Message {namespace: $namespace, id: id}) USING INDEX SEEK message:Message(namespace, id)
MATCH (before:Message {namespace: $namespace, session: message.session, position: message.position - 1})
  USING INDEX SEEK before:Message(namespace, session, position)
MERGE (before)-[:NEXT]->(message)
RETURN id
