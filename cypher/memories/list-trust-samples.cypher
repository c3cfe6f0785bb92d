// memories/list-trust-samples: samples for calibration: how many signals were positive or negative at each confidence
// that a memory had just before the signal. One row per confidence and sign. Restoring from the archive is not a
// signal.
//   $required  groups of facets; the memory must have at least one facet of each group
:params {namespace: "default", required: []};
MATCH (signal:Evidence {namespace: $namespace})
WHERE signal.id > "" AND signal.confidence IS NOT NULL AND signal.retractedBy IS NULL
MATCH (memory:Memory)-[:HAS_EVIDENCE]->(signal)
WHERE all(group IN $required WHERE any(token IN group WHERE token IN memory.facets))
RETURN signal.confidence AS trust, signal.positive AS succeeded, count(*) AS count
ORDER BY trust, succeeded
