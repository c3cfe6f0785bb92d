// memories/continue-session: queue the turns that were added to a session as a new part. One row, the job of that
// part; none if a concurrent call queued them first, and then nothing is changed.
//   $known              number of turns handed in before                   $trace  the stored text of the turns after those
//   $turns, $turnsHash  number of turns of the whole session, and their hash   $outcome  set if it was unknown
:params {namespace: "default", sessionId: "s1", jobId: "job_2", known: 2, turns: 4, turnsHash: "h", skipped: 0, skippedTypes: [], redacted: [], trace: "[]", outcome: "SUCCESS", visibility: "visible:org", now: datetime()};
MATCH (session:Session {namespace: $namespace, id: $sessionId})
REMOVE session.lock // takes the session's lock
WITH session WHERE session.turns = $known
SET session.outcome = CASE session.outcome WHEN 'UNKNOWN' THEN $outcome ELSE session.outcome END,
  session.turns = $turns, session.turnsHash = $turnsHash
CREATE (job:Job {namespace: $namespace, id: $jobId})-[:FOR]->(session)
SET job.title = $sessionId, job.sessionId = $sessionId, job.status = 'QUEUED', job.attempts = 0, job.token = 0, job.dueAt = $now,
  job.visibility = $visibility, job.queuedAt = $now, job.changedAt = $now, job.version = 1, job.trace = $trace,
  job.part = COUNT { (session)<-[:FOR]-(:Job) },
  job.firstTurn = $known + 1, job.lastTurn = $turns, job.turnsHash = $turnsHash, job.skippedLines = $skipped, job.skippedTypes = $skippedTypes,
  job.redacted = $redacted
RETURN job {.id, .sessionId, .status, .attempts, .error, .errorCode, .reply, .queuedAt, .finishedAt, .part, .firstTurn, .lastTurn, .skippedLines, .redacted, .skippedTypes} AS job
