// memories/find-due-job: whether any job is due. Checked before the queue is locked, so that idle workers take no
// lock. At most one row.
:params {now: datetime()};
MATCH (job:Job) WHERE job.dueAt <= $now
RETURN job.id AS id
LIMIT 1
