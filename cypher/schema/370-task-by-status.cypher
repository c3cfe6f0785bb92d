// Finds adaptive tasks that wait for a verdict, by time.
CREATE INDEX task_by_status IF NOT EXISTS FOR (t:Task) ON (t.namespace, t.status, t.updatedAt)
