// Lists the audit records of one thing, newest first.
CREATE INDEX audit_by_ref IF NOT EXISTS FOR (a:Audit) ON (a.namespace, a.ref, a.at)
