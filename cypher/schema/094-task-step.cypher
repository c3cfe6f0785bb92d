// A step is known by its task and its number.
CREATE CONSTRAINT task_step IF NOT EXISTS FOR (s:TaskStep) REQUIRE (s.namespace, s.taskId, s.num) IS UNIQUE
