// graph/describe-database: how the database may be used: 'read-write' or 'read-only'.
// One row; none when the server has no such database.
//   $database  its name
:params {database: "neo4j"};
SHOW DATABASES YIELD name, access
WHERE name = $database
RETURN access
