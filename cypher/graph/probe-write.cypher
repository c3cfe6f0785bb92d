// graph/probe-write: a minimal write, to check whether the database accepts writes. The value changes each time, since
// setting a property to its current value would not be a write.
:params {now: datetime()};
MATCH (file:SchemaFile {name: 'schema/001-graph'})
SET file.probedAt = $now
