// A memory is recorded once: a repeat with the same key has the same id.
CREATE CONSTRAINT memory IF NOT EXISTS FOR (m:Memory) REQUIRE (m.namespace, m.id) IS UNIQUE;

// Records of one title in one scope queue here, so that the second sees the first.
CREATE CONSTRAINT memory_title IF NOT EXISTS FOR (t:MemoryTitle) REQUIRE (t.namespace, t.key) IS UNIQUE;

// Pages of what a caller sees, newest first.
CREATE INDEX memory_by_visibility IF NOT EXISTS FOR (m:Memory) ON (m.namespace, m.visibility, m.createdAt);

// The first memory of a scope with the same outcome and content.
CREATE INDEX memory_by_content IF NOT EXISTS FOR (m:Memory) ON (m.namespace, m.duplicateGroup);

// What falls under the threshold next, in all namespaces: archiving reads what has fallen and nothing else.
CREATE INDEX memory_by_prune_time IF NOT EXISTS FOR (m:Memory) ON (m.pruneAt);

// The memories that were archived first, for those that were archived before ARCHIVE_RETENTION.
CREATE INDEX memory_by_archiving IF NOT EXISTS FOR (m:Memory) ON (m.archivedAt);

// A session is queued once: its id is the natural key of its job.
CREATE CONSTRAINT session IF NOT EXISTS FOR (s:Session) REQUIRE (s.namespace, s.id) IS UNIQUE;

// A turn of a session that a memory rests on: its id is the session's, '#' and its number.
CREATE CONSTRAINT turn IF NOT EXISTS FOR (t:Turn) REQUIRE (t.namespace, t.id) IS UNIQUE;

// A job is found by its id; ids grow with time, so this also pages through the jobs of a namespace, newest first.
CREATE CONSTRAINT job IF NOT EXISTS FOR (j:Job) REQUIRE (j.namespace, j.id) IS UNIQUE;

// What a worker may take up: queued jobs by when they may be tried, running ones by the end of their lease. Those that
// have ended have no such time and are not in the index.
CREATE INDEX job_by_due_time IF NOT EXISTS FOR (j:Job) ON (j.dueAt);

// Pages of the jobs of one status, newest first.
CREATE INDEX job_by_status IF NOT EXISTS FOR (j:Job) ON (j.namespace, j.status, j.id);

// What changed lately: replicas with listeners look here.
CREATE INDEX job_by_change IF NOT EXISTS FOR (j:Job) ON (j.namespace, j.changedAt);
