// graph/record-schema-file: remember that a schema file was applied; the first record stays.
//   $name, $checksum  the file, and a hash of its statement     $now  when
:params {name: "schema/000-schema-file", checksum: "0123456789abcdef", now: datetime()};
MERGE (file:SchemaFile {name: $name})
ON CREATE SET file.checksum = $checksum, file.appliedAt = $now
