// graph/list-migrations: the migrations of stored data that have begun, in order of their names.
MATCH (migration:Migration) WHERE migration.name >= '' // the condition lets the planner use the index
RETURN migration.name AS name, migration.checksum AS checksum, migration.changed AS changed, migration.appliedAt AS appliedAt
ORDER BY name
