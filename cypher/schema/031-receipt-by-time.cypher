// The newest receipts of a namespace.
CREATE INDEX receipt_by_time IF NOT EXISTS FOR (r:Receipt) ON (r.namespace, r.at)
