// Pages of the jobs of one status, newest first.
CREATE INDEX job_by_status IF NOT EXISTS FOR (j:Job) ON (j.namespace, j.status, j.id)
