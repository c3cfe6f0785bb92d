// A message of a conversation is found by its id, which is made of those of the session and of the message.
CREATE CONSTRAINT message IF NOT EXISTS FOR (m:Message) REQUIRE (m.namespace, m.id) IS UNIQUE
