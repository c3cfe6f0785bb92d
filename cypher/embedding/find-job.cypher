// embedding/find-job: the change of model that is under way, or the last one. One row; none when there was none.
MATCH (active:EmbeddingModel {id: 'active'})
MATCH (job:EmbeddingJob {id: active.jobId})
RETURN job.id AS id, job.model AS model, job.provider AS provider, job.status AS status, job.done AS done, job.total AS total
