// What was learned of one action for one kind of request.
CREATE CONSTRAINT strategy IF NOT EXISTS FOR (s:Strategy) REQUIRE (s.namespace, s.id) IS UNIQUE;

// The strategies of a kind of request, by trust.
CREATE INDEX strategy_by_pattern IF NOT EXISTS FOR (s:Strategy) ON (s.namespace, s.pattern, s.trust);

// A task has one id in its namespace. Ids are in the order of time.
CREATE CONSTRAINT task IF NOT EXISTS FOR (t:Task) REQUIRE (t.namespace, t.id) IS UNIQUE;

// A task that is started again under its idempotency key is the same task.
CREATE CONSTRAINT task_by_key IF NOT EXISTS FOR (t:Task) REQUIRE (t.namespace, t.idempotencyKey) IS UNIQUE;

// Finds adaptive tasks that wait for a verdict, by time.
CREATE INDEX task_by_status IF NOT EXISTS FOR (t:Task) ON (t.namespace, t.status, t.updatedAt);

// A step is known by its task and its number.
CREATE CONSTRAINT task_step IF NOT EXISTS FOR (s:TaskStep) REQUIRE (s.namespace, s.taskId, s.num) IS UNIQUE;
