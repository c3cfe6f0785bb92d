// graph/list-schema-files: the schema files that were applied, in order.
MATCH (file:SchemaFile) WHERE file.name >= '' // the condition lets the planner use the index
RETURN file.name AS name, file.checksum AS checksum
ORDER BY name
