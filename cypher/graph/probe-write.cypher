// graph/probe-write: a write as small as can be, which tells whether the database takes any. A changing value: setting what
// stands there already is no write.
:params {now: datetime()};
MATCH (file:SchemaFile {name: 'schema/000-schema-file'})
SET file.probedAt = $now
