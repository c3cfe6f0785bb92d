// memories/continue-session: queue what a session has said since, as a part of its own. One row, the job of that part; none
// where another call was faster, and then nothing is changed.
//   $known              turns that were handed in before                    $trace  what is kept of those behind them
//   $turns, $turnsHash  how many turns it has by now, and their hash        $outcome  taken where none was known
:params {namespace: "default", sessionId: "s1", jobId: "job_2", known: 2, turns: 4, turnsHash: "h", skipped: 0, redacted: [], trace: "[]", outcome: "SUCCESS", visibility: "visible:org", now: datetime()};
MATCH (session:Session {namespace: $namespace, id: $sessionId})
REMOVE session.lock // takes the lock
WITH session WHERE session.turns = $known
SET session.outcome = CASE session.outcome WHEN 'UNKNOWN' THEN $outcome ELSE session.outcome END,
  session.turns = $turns, session.turnsHash = $turnsHash
CREATE (job:Job {namespace: $namespace, id: $jobId})-[:FOR]->(session)
SET job.title = $sessionId, job.sessionId = $sessionId, job.status = 'QUEUED', job.attempts = 0, job.token = 0, job.dueAt = $now,
  job.visibility = $visibility, job.queuedAt = $now, job.changedAt = $now, job.version = 1, job.trace = $trace,
  job.part = COUNT { (session)<-[:FOR]-(:Job) },
  job.firstTurn = $known + 1, job.lastTurn = $turns, job.turnsHash = $turnsHash, job.skippedLines = $skipped,
  job.redacted = $redacted
RETURN job {.id, .sessionId, .status, .attempts, .error, .errorCode, .reply, .queuedAt, .finishedAt, .part, .firstTurn, .lastTurn, .skippedLines, .redacted} AS job
