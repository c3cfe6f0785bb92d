// What a worker may take up: queued jobs by when they may be tried, running ones by the end of their lease. Those that
// have ended have no such time and are not in the index.
CREATE INDEX job_by_due_time IF NOT EXISTS FOR (j:Job) ON (j.dueAt)
