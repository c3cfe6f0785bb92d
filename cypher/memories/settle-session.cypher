// memories/settle-session: set the outcome of a session if it was unknown. One row if the session exists.
:params {namespace: "default", sessionId: "s1", outcome: "SUCCESS"};
MATCH (session:Session {namespace: $namespace, id: $sessionId})
REMOVE session.lock // takes the session's lock
WITH session
SET session.outcome = CASE session.outcome WHEN 'UNKNOWN' THEN $outcome ELSE session.outcome END
RETURN session.outcome AS outcome
