// memories/list-trust-samples: what was observed of memories, by the confidence they had just before. One row for each
// confidence and end that occurred. What came out of the archive was no observation.
:params {namespace: "default"};
MATCH (signal:Evidence {namespace: $namespace})
WHERE signal.id > "" AND signal.confidence IS NOT NULL AND signal.retractedBy IS NULL
RETURN signal.confidence AS trust, signal.positive AS succeeded, count(*) AS count
ORDER BY trust, succeeded
