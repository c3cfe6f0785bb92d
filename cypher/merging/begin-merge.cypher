// merging/begin-merge: make an entity an alias of another, before its relations and pieces are moved. The caller holds the lock of
// the namespace. Safe to repeat. One row.
//   $bareName  name of the alias if its entity does not exist       $change  id, by, keyId, at, door
:params {namespace: "default", source: "user:al", target: "user:alice", bareName: "al", change: {id: "01JDEMO", by: null, keyId: null, at: datetime(), door: "MERGE_ENTITIES"}};
OPTIONAL MATCH (source:Entity {namespace: $namespace, id: $source}) USING INDEX SEEK source:Entity(namespace, id)
FOREACH (_ IN CASE WHEN source IS NULL THEN [] ELSE [1] END | SET source:EntityAlias)
WITH source
MERGE (layers:KnowledgeLayers {namespace: $namespace})
SET layers.merged = true
MERGE (alias:EntityAlias {namespace: $namespace, id: $source})
ON CREATE SET alias.name = $bareName
SET alias.into = $target, alias.target = $target, alias.merge = $change.id
MERGE (change:Change {namespace: $namespace, id: $change.id})
ON CREATE SET change.by = $change.by, change.keyId = $change.keyId, change.at = $change.at, change.door = $change.door, change.refs = [],
  change.title = replace(toLower($change.door), '_', ' ')
SET change.mergeSource = $source, change.mergeTarget = $target
RETURN alias.id AS id
