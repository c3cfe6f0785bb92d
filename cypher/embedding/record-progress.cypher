// embedding/record-progress: record the progress of a change of model. One row; none if the job was replaced by
// another.
//   $status  RUNNING, DONE or FAILED     $error  why it failed, or null
:params {id: "01J00000000000000000000000", status: "RUNNING", done: 0, total: 10, error: null, now: datetime()};
MATCH (job:EmbeddingJob {id: $id})
SET job.updatedAt = $now // takes the write lock
WITH job WHERE job.status <> 'FAILED'
SET job.status = $status, job.done = toInteger($done), job.total = toInteger($total), job.error = $error
RETURN job.id AS id
