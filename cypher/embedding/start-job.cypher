// embedding/start-job: start changing all vectors to another model. A current job for the same model is kept; a job for
// another model is cancelled; a change to the model that is already active is done at once. One row, the job; none
// before a first model is active.
:params {id: "01J00000000000000000000000", model: "stub-64", provider: "openai", now: datetime()};
MATCH (active:EmbeddingModel {id: 'active'})
SET active.changedAt = $now // takes the write lock, so that concurrent calls create only one job
WITH active
OPTIONAL MATCH (current:EmbeddingJob {id: active.jobId})
WITH active, current, coalesce(current.status IN ['QUEUED', 'RUNNING'], false) AS open,
  active.model = $model AND active.provider = $provider AS same, COUNT { (:Knowledge) } AS total
WITH active, current, open, open AND current.model = $model AND current.provider = $provider AS busy, same, total
FOREACH (_ IN CASE WHEN open AND NOT busy THEN [1] ELSE [] END | SET current.status = 'FAILED', current.error = 'given up for another')
FOREACH (_ IN CASE WHEN busy THEN [] ELSE [1] END |
  CREATE (:EmbeddingJob {
    id: $id, model: $model, provider: $provider, createdAt: $now,
    status: CASE WHEN same THEN 'DONE' ELSE 'QUEUED' END, done: CASE WHEN same THEN total ELSE 0 END, total: total
  })
  SET active.jobId = $id, active.models = [model IN active.models WHERE model <> $model] + $model)
WITH active
MATCH (job:EmbeddingJob {id: active.jobId})
RETURN job.id AS id, job.model AS model, job.provider AS provider, job.status AS status, job.done AS done, job.total AS total
