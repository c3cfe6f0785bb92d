// memories/find-due-job: whether there is a job to take up; asked before the queue is locked. At most one row.
:params {now: datetime()};
MATCH (job:Job) WHERE job.dueAt <= $now
RETURN job.id AS id
LIMIT 1
