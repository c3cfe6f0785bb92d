// Everything that is ranked has a ref (kind and id) of its own in its namespace.
CREATE CONSTRAINT knowledge IF NOT EXISTS FOR (k:Knowledge) REQUIRE (k.namespace, k.ref) IS UNIQUE;

// Counts and filters by trust, and the exact scan of a namespace's kind.
CREATE INDEX knowledge_by_trust IF NOT EXISTS FOR (k:Knowledge) ON (k.namespace, k.kind, k.trust);

// Filters by time of the last change.
CREATE INDEX knowledge_by_update IF NOT EXISTS FOR (k:Knowledge) ON (k.namespace, k.kind, k.updatedAt);

// Finds the first knowledge of a namespace: no search can ask for an earlier time.
CREATE INDEX knowledge_by_creation IF NOT EXISTS FOR (k:Knowledge) ON (k.namespace, k.createdAt);

// Tells whether knowledge was archived after a time, for searches of another time.
CREATE INDEX knowledge_by_archive_time IF NOT EXISTS FOR (k:Knowledge) ON (k.namespace, k.archivedAt);

// Tells whether knowledge came out of the archive after a time, for searches of another time.
CREATE INDEX knowledge_by_return IF NOT EXISTS FOR (k:Knowledge) ON (k.namespace, k.unarchivedAt);

// A receipt tells what one context gave; its outcome is reported by its id.
CREATE CONSTRAINT receipt IF NOT EXISTS FOR (r:Receipt) REQUIRE (r.namespace, r.id) IS UNIQUE;

// The newest receipts of a namespace.
CREATE INDEX receipt_by_time IF NOT EXISTS FOR (r:Receipt) ON (r.namespace, r.at);

// The receipts whose outcome was reported last. Those without an outcome are not in it.
CREATE INDEX receipt_by_outcome IF NOT EXISTS FOR (r:Receipt) ON (r.namespace, r.outcomeAt);

// Receipts of an agent, newest first: their ids are in the order of their time.
CREATE INDEX receipt_by_agent IF NOT EXISTS FOR (r:Receipt) ON (r.namespace, r.agent, r.id);

// The oldest receipts of all namespaces, for those that go.
CREATE INDEX receipt_by_age IF NOT EXISTS FOR (r:Receipt) ON (r.at);

// How far the receipts have been gone through, once a job.
CREATE CONSTRAINT receipt_retention IF NOT EXISTS FOR (r:ReceiptRetention) REQUIRE r.name IS UNIQUE;
