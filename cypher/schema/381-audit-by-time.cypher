// Lists the audit records of a namespace, newest first.
CREATE INDEX audit_by_time IF NOT EXISTS FOR (a:Audit) ON (a.namespace, a.at)
