// A job is found by its id; ids grow with time, so this also pages through the jobs of a namespace, newest first.
CREATE CONSTRAINT job IF NOT EXISTS FOR (j:Job) REQUIRE (j.namespace, j.id) IS UNIQUE
