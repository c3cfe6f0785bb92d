// layers/save-nodes: create or update the nodes of the entity graph. Equal nodes are not changed.
// One row for each node: CREATED, UPDATED or UNCHANGED, and its previous name.
//   $rows     id, type, label, name, properties (JSON), hash; each id once
//   $checkIn  the check-in that brings them; null: a load, whose records the undo of a check-in keeps
//   $keep     true: records that are stored already are not changed, and count as UNCHANGED
:params {namespace: "default", now: datetime(), checkIn: null, keep: false, rows: [{id: "user:alice", type: "user", label: "Alice", name: "alice", properties: "{}", hash: "h"}]};
UNWIND $rows AS row
MERGE (entity:Entity {namespace: $namespace, id: row.id})
ON CREATE SET entity.type = row.type, entity.createdAt = $now, entity.updatedAt = $now
WITH entity, row, entity.nodeHash AS before, entity.name AS nameBefore
FOREACH (_ IN CASE WHEN before = row.hash OR ($keep AND before IS NOT NULL) THEN [] ELSE [1] END |
  SET entity.label = row.label, entity.title = coalesce(row.label, row.id), entity.name = row.name, entity.properties = row.properties, entity.nodeHash = row.hash,
    entity.nodeType = row.type, entity.type = coalesce(entity.metadataType, row.type), entity.rule = null,
    entity.unshown = 'WRITTEN', entity.updatedAt = $now
)
FOREACH (_ IN CASE WHEN $checkIn IS NULL AND entity.nodeLoaded IS NULL THEN [1] ELSE [] END |
  SET entity.nodeLoaded = true
)
RETURN row.id AS id,
  CASE WHEN before IS NULL THEN 'CREATED' WHEN before = row.hash OR $keep THEN 'UNCHANGED' ELSE 'UPDATED' END AS outcome,
  nameBefore
