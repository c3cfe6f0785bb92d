// The oldest audit records of all namespaces, for those that are older than AUDIT_RETENTION.
CREATE INDEX audit_by_age IF NOT EXISTS FOR (a:Audit) ON (a.at)
