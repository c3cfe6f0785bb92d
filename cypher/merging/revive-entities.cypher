// merging/revive-entities: turn aliases back into entities when their merges are undone. Later statements of the transaction restore
// their content. One row each; none for ids that are not aliases.
//   $rows  id, name (name of an entity without a node label)
:params {namespace: "default", now: datetime(), rows: [{id: "user:al", name: "al"}]};
UNWIND $rows AS row
MATCH (entity:EntityAlias {namespace: $namespace, id: row.id}) USING INDEX SEEK entity:EntityAlias(namespace, id)
REMOVE entity:EntityAlias, entity.into, entity.target, entity.merge, entity.nodeHash, entity.metadataHash, entity.label,
  entity.nodeType, entity.properties, entity.metadataType, entity.metadata
SET entity:Entity, entity.unshown = 'WRITTEN', entity.name = row.name, entity.since = $now, entity.updatedAt = $now
RETURN row.id AS id
