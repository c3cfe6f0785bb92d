// The receipts of a session, newest first.
CREATE INDEX receipt_by_session IF NOT EXISTS FOR (r:Receipt) ON (r.namespace, r.session, r.id);
