// layers/save-metadata: create or update the metadata records of entities. Equal records are not changed.
// One row for each record: CREATED, UPDATED or UNCHANGED.
//   $rows     id, type, name, properties (JSON), hash; each id once
//   $checkIn  the check-in that brings them; null: a load, whose records the undo of a check-in keeps
:params {namespace: "default", now: datetime(), checkIn: null, rows: [{id: "user:alice", type: "user", name: "alice", properties: "{}", hash: "h"}]};
UNWIND $rows AS row
MERGE (entity:Entity {namespace: $namespace, id: row.id})
ON CREATE SET entity.type = row.type, entity.title = row.id, entity.name = row.name, entity.createdAt = $now, entity.updatedAt = $now
WITH entity, row, entity.metadataHash AS before
FOREACH (_ IN CASE WHEN before = row.hash THEN [] ELSE [1] END |
  SET entity.metadata = row.properties, entity.metadataHash = row.hash, entity.metadataType = row.type,
    entity.type = row.type, entity.rule = null, entity.unshown = 'WRITTEN', entity.updatedAt = $now
)
FOREACH (_ IN CASE WHEN $checkIn IS NULL AND entity.metadataLoaded IS NULL THEN [1] ELSE [] END |
  SET entity.metadataLoaded = true
)
RETURN row.id AS id,
  CASE WHEN before IS NULL THEN 'CREATED' WHEN before = row.hash THEN 'UNCHANGED' ELSE 'UPDATED' END AS outcome
