// memories/queue-session: put a session on the queue, once. One row, its job; `same` is false where the id stands for
// another trace, outcome, scope, team or project, and then nothing is changed.
//   $requestHash  of all of these       $jobId  used if the session is new
:params {namespace: "default", sessionId: "s1", jobId: "job_1", requestHash: "h", trace: "[]", outcome: "SUCCESS", scope: "PROJECT", team: "default", project: "default", visibility: "visible:org", agent: null, now: datetime()};
MERGE (session:Session {namespace: $namespace, id: $sessionId}) // takes the lock, so that of two calls one makes the job
ON CREATE SET
  session.trace = $trace, session.outcome = $outcome, session.scope = $scope, session.team = $team,
  session.project = $project, session.agent = $agent, session.createdAt = $now, session.requestHash = $requestHash,
  session.jobId = $jobId, session.title = $sessionId
WITH session
MERGE (job:Job {namespace: $namespace, id: session.jobId})
ON CREATE SET
  job.sessionId = $sessionId, job.status = 'QUEUED', job.attempts = 0, job.token = 0, job.dueAt = $now,
  job.visibility = $visibility, job.queuedAt = $now, job.changedAt = $now,
  job.version = 1, job.title = $sessionId
MERGE (job)-[:FOR]->(session)
RETURN
  session.requestHash = $requestHash AS same,
  job {.id, .sessionId, .status, .attempts, .error, .errorCode, .reply, .queuedAt, .finishedAt} AS job
