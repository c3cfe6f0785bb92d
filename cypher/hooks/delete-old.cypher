// hooks/delete-old: delete turns of connected agents from before a time, and sessions that have none left. One row: how
// many were deleted. Call again until it is less than $limit.
:params {before: datetime("2026-01-01"), limit: 1000};
CALL () {
  MATCH (turn:CapturedTurn) USING INDEX SEEK turn:CapturedTurn(at)
  WHERE turn.at < $before
  WITH turn LIMIT toInteger($limit)
  DETACH DELETE turn
  RETURN count(*) AS turns
}
CALL () {
  MATCH (session:CapturedSession) USING INDEX SEEK session:CapturedSession(lastAt)
  WHERE session.lastAt < $before AND NOT EXISTS { (session)-[:HAD_TURN]->() }
  WITH session LIMIT toInteger($limit)
  DETACH DELETE session
  RETURN count(*) AS sessions
}
RETURN turns + sessions AS deleted
