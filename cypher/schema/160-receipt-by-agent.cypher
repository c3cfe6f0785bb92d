// Receipts of an agent, newest first: their ids are in the order of their time.
CREATE INDEX receipt_by_agent IF NOT EXISTS FOR (r:Receipt) ON (r.namespace, r.agent, r.id);
