// memories/queue-session: queue a session for the first time; it may be a conversation of the same scope, team and
// project. One row, its job; `created` is false if a concurrent call queued it first, and then nothing is changed.
// None if it is a conversation of another owner, or was deleted.
//   $turns, $turnsHash  number of turns so far, and their hash             $trace     the stored text of the turns
//   $skipped            number of lines that could not be read             $redacted  secrets removed, "path rule" each
//   $skippedTypes       what was left out, "count type" each
:params {namespace: "default", sessionId: "s1", jobId: "job_1", turns: 2, turnsHash: "h", skipped: 0, skippedTypes: [], redacted: [], trace: "[]", outcome: "SUCCESS", scope: "PROJECT", team: "default", project: "default", visibility: "visible:org", agent: null, now: datetime()};
MERGE (session:Session {namespace: $namespace, id: $sessionId})
REMOVE session.lock // takes the session's lock, so that only one of two concurrent calls creates the job
WITH session, session.jobId IS NULL AND session.deletedAt IS NULL AND (session.scope IS NULL
  OR session.scope = $scope AND session.team = $team AND session.project = $project) AS created
FOREACH (_ IN CASE WHEN created THEN [1] ELSE [] END |
  SET session.trace = $trace, session.outcome = $outcome, session.scope = $scope, session.team = $team,
    session.project = $project, session.agent = $agent, session.createdAt = coalesce(session.createdAt, $now), session.turns = $turns,
    session.turnsHash = $turnsHash, session.jobId = $jobId, session.title = $sessionId
  CREATE (job:Job {namespace: $namespace, id: $jobId})-[:FOR]->(session)
  SET job.sessionId = $sessionId, job.status = 'QUEUED', job.attempts = 0, job.token = 0, job.dueAt = $now,
    job.visibility = $visibility, job.queuedAt = $now, job.changedAt = $now, job.version = 1, job.part = 1,
    job.firstTurn = 1, job.lastTurn = $turns, job.turnsHash = $turnsHash, job.skippedLines = $skipped, job.skippedTypes = $skippedTypes, job.redacted = $redacted,
    job.title = $sessionId)
WITH session, created
MATCH (job:Job {namespace: $namespace, id: session.jobId})
RETURN
  created,
  job {.id, .sessionId, .status, .attempts, .error, .errorCode, .reply, .queuedAt, .finishedAt, .part, .firstTurn, .lastTurn, .skippedLines, .redacted, .skippedTypes} AS job
