// embedding/find-job: the current change of model, or the last one. One row; none if there was none.
MATCH (active:EmbeddingModel {id: 'active'})
MATCH (job:EmbeddingJob {id: active.jobId})
RETURN job.id AS id, job.model AS model, job.provider AS provider, job.status AS status, job.done AS done, job.total AS total
