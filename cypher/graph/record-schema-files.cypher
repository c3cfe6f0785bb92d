// graph/record-schema-files: record that schema files were applied; the first record of each file stays.
//   $files  {name, checksum}: each file, and a hash of its statement     $now  when
:params {files: [{name: "schema/001-graph", checksum: "0123456789abcdef"}], now: datetime()};
UNWIND $files AS f
MERGE (file:SchemaFile {name: f.name})
ON CREATE SET file.checksum = f.checksum, file.appliedAt = $now
