// Records of what neither changes nor evidence tell: deletions, keys, refused access.
CREATE CONSTRAINT audit IF NOT EXISTS FOR (a:Audit) REQUIRE (a.namespace, a.id) IS UNIQUE;

// Lists the audit records of a namespace, newest first.
CREATE INDEX audit_by_time IF NOT EXISTS FOR (a:Audit) ON (a.namespace, a.at);

// Lists the audit records of one thing, newest first.
CREATE INDEX audit_by_ref IF NOT EXISTS FOR (a:Audit) ON (a.namespace, a.ref, a.at);

// The oldest audit records of all namespaces, for those that are older than AUDIT_RETENTION.
CREATE INDEX audit_by_age IF NOT EXISTS FOR (a:Audit) ON (a.at);
