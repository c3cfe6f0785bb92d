// graph/list-schema-files: the schema files that were applied, in order.
MATCH (file:SchemaFile) WHERE file.name >= '' // so that the index serves it
RETURN file.name AS name, file.checksum AS checksum
ORDER BY name
