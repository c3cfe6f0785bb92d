// hooks/read-status: how many sessions and turns of connected agents a namespace has, and when the last ones came. One row.
//   $client  only of this client; null for all
:params {namespace: "default", client: null};
CALL () {
  MATCH (session:CapturedSession {namespace: $namespace})
  USING INDEX SEEK session:CapturedSession(namespace, id)
  WHERE session.id > '' AND ($client IS NULL OR session.client = $client)
  RETURN count(session) AS sessions, max(session.lastAt) AS lastEvent
}
CALL () {
  MATCH (turn:CapturedTurn {namespace: $namespace})
  USING INDEX SEEK turn:CapturedTurn(namespace, at)
  WHERE turn.at IS NOT NULL AND ($client IS NULL OR turn.client = $client)
  WITH turn.at AS at, turn.outcome <> 'undecided' AS decided
  RETURN count(CASE WHEN decided THEN 1 END) AS outcomes, count(CASE WHEN NOT decided THEN 1 END) AS undecided,
    max(CASE WHEN decided THEN at END) AS lastOutcome
}
RETURN sessions, lastEvent, outcomes, undecided, lastOutcome
