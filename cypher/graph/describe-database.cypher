// graph/describe-database: how the database may be used ('read-write' or 'read-only'), and what is wrong with it, if anything.
// One row, in a cluster one a server; none when the server has no such database.
//   $database  its name
:params {database: "neo4j"};
SHOW DATABASES YIELD name, access, statusMessage
WHERE name = $database
RETURN access, statusMessage AS status
