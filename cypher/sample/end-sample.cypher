// sample/end-sample: notes that a namespace holds the demo data, all of it.
:params {namespace: "demo", now: datetime()};
MATCH (sample:Sample {namespace: $namespace})
SET sample.loadedAt = $now
