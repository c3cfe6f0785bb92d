// sample/end-sample: record that all demo data is loaded into a namespace.
:params {namespace: "demo", now: datetime()};
MATCH (sample:Sample {namespace: $namespace})
SET sample.loadedAt = $now
