// memories/queue-session: put a session on the queue that was not handed in yet; it may be a conversation of the same scope, team
// and project. One row, its job; `created` is false where another call was faster, and then nothing is changed. None where it is
// the conversation of others, or was deleted.
//   $turns, $turnsHash  how many turns it has so far, and their hash        $trace  what is kept of them
//   $skipped            lines that could not be read                        $redacted  what was cut out, "path rule" each
:params {namespace: "default", sessionId: "s1", jobId: "job_1", turns: 2, turnsHash: "h", skipped: 0, redacted: [], trace: "[]", outcome: "SUCCESS", scope: "PROJECT", team: "default", project: "default", visibility: "visible:org", agent: null, now: datetime()};
MERGE (session:Session {namespace: $namespace, id: $sessionId})
REMOVE session.lock // takes the lock, so that of two calls one makes the job
WITH session, session.jobId IS NULL AND session.deletedAt IS NULL AND (session.scope IS NULL
  OR session.scope = $scope AND session.team = $team AND session.project = $project) AS created
FOREACH (_ IN CASE WHEN created THEN [1] ELSE [] END |
  SET session.trace = $trace, session.outcome = $outcome, session.scope = $scope, session.team = $team,
    session.project = $project, session.agent = $agent, session.createdAt = coalesce(session.createdAt, $now), session.turns = $turns,
    session.turnsHash = $turnsHash, session.jobId = $jobId, session.title = $sessionId
  CREATE (job:Job {namespace: $namespace, id: $jobId})-[:FOR]->(session)
  SET job.sessionId = $sessionId, job.status = 'QUEUED', job.attempts = 0, job.token = 0, job.dueAt = $now,
    job.visibility = $visibility, job.queuedAt = $now, job.changedAt = $now, job.version = 1, job.part = 1,
    job.firstTurn = 1, job.lastTurn = $turns, job.turnsHash = $turnsHash, job.skippedLines = $skipped, job.redacted = $redacted,
    job.title = $sessionId)
WITH session, created
MATCH (job:Job {namespace: $namespace, id: session.jobId})
RETURN
  created,
  job {.id, .sessionId, .status, .attempts, .error, .errorCode, .reply, .queuedAt, .finishedAt, .part, .firstTurn, .lastTurn, .skippedLines, .redacted} AS job
