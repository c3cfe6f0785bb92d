// A task that is started again under its idempotency key is the same task.
CREATE CONSTRAINT task_by_key IF NOT EXISTS FOR (t:Task) REQUIRE (t.namespace, t.idempotencyKey) IS UNIQUE
