// audit/delete-old: delete audit records from before a time, of all namespaces, oldest first. One row: their number.
//   $limit  maximum number of records
:params {before: datetime("2000-01-01T00:00:00Z"), limit: 1000};
MATCH (audit:Audit) USING INDEX SEEK audit:Audit(at)
WHERE audit.at < $before
WITH audit ORDER BY audit.at LIMIT toInteger($limit)
DELETE audit
RETURN count(*) AS deleted
