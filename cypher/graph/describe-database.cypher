// graph/describe-database: access mode ('read-write' or 'read-only') and status message of a database, if anything is
// wrong. One row, in a cluster one per server; none if the server has no such database.
//   $database  its name
:params {database: "neo4j"};
SHOW DATABASES YIELD name, access, statusMessage
WHERE name = $database
RETURN access, statusMessage AS status
