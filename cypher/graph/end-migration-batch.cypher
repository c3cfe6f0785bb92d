// graph/end-migration-batch: record where a batch of a migration stopped. One row: how many nodes the migration has
// changed so far.
//   $position  the key it stopped at, as JSON     $changed  nodes that this batch changed
//   $appliedAt when the migration ended; null before that
:params {name: "migrations/031-example", position: "[]", changed: 0, appliedAt: null};
MATCH (migration:Migration {name: $name})
SET migration.position = $position, migration.changed = migration.changed + toInteger($changed), migration.appliedAt = $appliedAt
RETURN migration.changed AS changed
