// layers/clear-records: remove records of entities, for instance when an earlier version without them is restored. One
// row each.
//   $rows  id, node and metadata (whether to remove that record), name (the name of the entity without a node label)
:params {namespace: "default", now: datetime(), rows: [{id: "user:alice", node: true, metadata: false, name: "alice"}]};
UNWIND $rows AS row
MATCH (entity:Entity {namespace: $namespace, id: row.id})
WITH entity, row, entity.name AS nameBefore
FOREACH (_ IN CASE WHEN row.node THEN [1] ELSE [] END |
  SET entity.label = null, entity.title = entity.id, entity.properties = null, entity.nodeHash = null, entity.nodeType = null, entity.nodeLoaded = null,
    entity.name = row.name, entity.type = coalesce(entity.metadataType, entity.type), entity.unshown = 'WRITTEN', entity.updatedAt = $now
)
FOREACH (_ IN CASE WHEN row.metadata THEN [1] ELSE [] END |
  SET entity.metadata = null, entity.metadataHash = null, entity.metadataType = null, entity.metadataLoaded = null,
    entity.type = coalesce(entity.nodeType, entity.type), entity.unshown = 'WRITTEN', entity.updatedAt = $now
)
RETURN row.id AS id, nameBefore
