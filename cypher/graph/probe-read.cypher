// graph/probe-read: a minimal read, to check whether the database begins transactions at all.
MATCH (file:SchemaFile {name: 'schema/001-graph'})
RETURN file.name AS name
