// The oldest receipts of all namespaces, for those that go.
CREATE INDEX receipt_by_age IF NOT EXISTS FOR (r:Receipt) ON (r.at)
