// Pages of a conversation, in its order; no position of a session is given twice.
CREATE CONSTRAINT message_by_position IF NOT EXISTS FOR (m:Message) REQUIRE (m.namespace, m.session, m.position) IS UNIQUE
