// conversations/close-conversation: mark the session of a deleted conversation as deleted, and delete the traces that
// were handed in and the turns that memories quote. A distillation that has not ended fails. One row; none if there
// is no such session.
:params {namespace: "default", sessionId: "s1", now: datetime()};
MATCH (session:Session {namespace: $namespace, id: $sessionId})
REMOVE session.lock, session.trace
SET session.deletedAt = coalesce(session.deletedAt, $now)
WITH session
CALL (session) {
  MATCH (session)<-[:FOR]-(job:Job)
  WITH job, job.status IN ['QUEUED', 'RUNNING'] AS open
  // Invalidates the token of the worker that runs the job, so that it can write nothing more.
  SET job.token = job.token + CASE WHEN open THEN 1 ELSE 0 END, job.version = job.version + CASE WHEN open THEN 1 ELSE 0 END,
    job.changedAt = CASE WHEN open THEN $now ELSE job.changedAt END,
    job.finishedAt = CASE WHEN open THEN $now ELSE job.finishedAt END,
    job.error = CASE WHEN open THEN 'The conversation was deleted' ELSE job.error END,
    job.status = CASE WHEN open THEN 'FAILED' ELSE job.status END,
    job.dueAt = CASE WHEN open THEN null ELSE job.dueAt END
  REMOVE job.trace, job.reply
}
CALL (session) {
  MATCH (turn:Turn {namespace: session.namespace}) USING INDEX SEEK turn:Turn(namespace, id)
  WHERE turn.id STARTS WITH session.id + '#' AND turn.sessionId = session.id
  DETACH DELETE turn
}
RETURN session.id AS id
