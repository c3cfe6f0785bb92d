// A message of a conversation is found by its id, which is made of those of the session and of the message.
CREATE CONSTRAINT message IF NOT EXISTS FOR (m:Message) REQUIRE (m.namespace, m.id) IS UNIQUE;

// Pages of a conversation, in its order; no position of a session is given twice.
CREATE CONSTRAINT message_by_position IF NOT EXISTS FOR (m:Message) REQUIRE (m.namespace, m.session, m.position) IS UNIQUE;
