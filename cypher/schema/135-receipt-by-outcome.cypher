// The receipts whose outcome was reported last. Those without an outcome are not in it.
CREATE INDEX receipt_by_outcome IF NOT EXISTS FOR (r:Receipt) ON (r.namespace, r.outcomeAt)
