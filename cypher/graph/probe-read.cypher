// graph/probe-read: a read as small as can be, which tells whether the database begins transactions at all.
MATCH (file:SchemaFile {name: 'schema/000-schema-file'})
RETURN file.name AS name
