// graph/begin-migration-batch: read the progress of a migration; its record is created by the first batch. One row.
// Runs after graph/renew-lease in the same transaction, which keeps all other replicas out.
//   $checksum  hash of the migration's statement     $now  when
:params {name: "migrations/031-example", checksum: "0123456789abcdef", now: datetime()};
MERGE (migration:Migration {name: $name})
ON CREATE SET migration.checksum = $checksum, migration.startedAt = $now, migration.changed = 0, migration.position = '[]'
RETURN migration.checksum AS checksum, migration.position AS position, migration.appliedAt AS appliedAt
