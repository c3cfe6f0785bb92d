// graph/probe-read: a minimal read, to check whether the database begins transactions at all.
MATCH (file:SchemaFile {name: 'schema/000-schema-file'})
RETURN file.name AS name
