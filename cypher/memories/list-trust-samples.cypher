// memories/list-trust-samples: samples for calibration: how many signals were positive or negative at each confidence
// that a memory had just before the signal. One row per confidence and sign. Restoring from the archive is not a
// signal.
:params {namespace: "default"};
MATCH (signal:Evidence {namespace: $namespace})
WHERE signal.id > "" AND signal.confidence IS NOT NULL AND signal.retractedBy IS NULL
RETURN signal.confidence AS trust, signal.positive AS succeeded, count(*) AS count
ORDER BY trust, succeeded
