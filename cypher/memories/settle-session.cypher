// memories/settle-session: record the outcome of a session if it was unknown. One row where there is such a session.
:params {namespace: "default", sessionId: "s1", outcome: "SUCCESS"};
MATCH (session:Session {namespace: $namespace, id: $sessionId})
REMOVE session.lock // takes the lock
WITH session
SET session.outcome = CASE session.outcome WHEN 'UNKNOWN' THEN $outcome ELSE session.outcome END
RETURN session.outcome AS outcome
