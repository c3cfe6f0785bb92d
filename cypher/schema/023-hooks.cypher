// The receipts of a session, newest first.
CREATE INDEX receipt_by_session IF NOT EXISTS FOR (r:Receipt) ON (r.namespace, r.session, r.id);

// A session of a connected agent, by the agent's own id of it.
CREATE CONSTRAINT captured_session IF NOT EXISTS FOR (s:CapturedSession) REQUIRE (s.namespace, s.id) IS UNIQUE;

// A turn of a session. Its id is a hash of its content, so that posting it again stores nothing.
CREATE CONSTRAINT captured_turn IF NOT EXISTS FOR (t:CapturedTurn) REQUIRE (t.namespace, t.id) IS UNIQUE;

// The newest turns of a namespace, for the status of a connection.
CREATE INDEX captured_turn_by_time IF NOT EXISTS FOR (t:CapturedTurn) ON (t.namespace, t.at);

// The oldest turns and sessions of all namespaces, for those that go.
CREATE INDEX captured_turn_by_age IF NOT EXISTS FOR (t:CapturedTurn) ON (t.at);
CREATE INDEX captured_session_by_age IF NOT EXISTS FOR (s:CapturedSession) ON (s.lastAt);

// Matches of steps with knowledge that wait for a person, newest first.
CREATE INDEX waiting_match IF NOT EXISTS FOR ()-[m:MATCHED]-() ON (m.namespace, m.waitsSince);
