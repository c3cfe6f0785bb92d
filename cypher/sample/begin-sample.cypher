// sample/begin-sample: record that the demo data is being loaded into a namespace.
:params {namespace: "demo", now: datetime()};
MERGE (sample:Sample {namespace: $namespace})
SET sample.startedAt = $now, sample.loadedAt = null
