// What changed lately: replicas with listeners look here.
CREATE INDEX job_by_change IF NOT EXISTS FOR (j:Job) ON (j.namespace, j.changedAt)
