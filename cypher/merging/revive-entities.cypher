// merging/revive-entities: entities whose merges are undone stand for themselves again. All of them is written anew behind this. One row each;
// none for those that stand for themselves.
//   $rows  id, name (by which it goes without the label of a node)
:params {namespace: "default", now: datetime(), rows: [{id: "user:al", name: "al"}]};
UNWIND $rows AS row
MATCH (entity:EntityAlias {namespace: $namespace, id: row.id}) USING INDEX SEEK entity:EntityAlias(namespace, id)
REMOVE entity:EntityAlias, entity.into, entity.target, entity.merge, entity.nodeHash, entity.metadataHash, entity.label,
  entity.nodeType, entity.properties, entity.metadataType, entity.metadata
SET entity:Entity, entity.name = row.name, entity.since = $now, entity.updatedAt = $now
RETURN row.id AS id
