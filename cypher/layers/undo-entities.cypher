// layers/undo-entities: delete the entity records that only this check-in brought, and the check-in itself. An entity
// with relations, or to which documents link pieces, keeps its node; one with neither of these nor a record is deleted.
// Mentions found in texts by a rule do not keep it. One row: the names of all entities that the check-in brought, and
// the ids of the deleted ones; none if the check-in does not exist.
:params {namespace: "default", now: datetime(), id: "c1"};
MATCH (checkIn:CheckIn {namespace: $namespace, id: $id})
CALL (checkIn) {
  MATCH (checkIn)-[:BROUGHT]->(entity:Entity)
  RETURN collect({id: entity.id, name: entity.name}) AS entities
}
CALL (checkIn) {
  MATCH (checkIn)-[brought:BROUGHT]->(entity:Entity)
  WITH checkIn, brought, entity,
    EXISTS { (entity)-[:LINK|WAS_LINK]-() } OR EXISTS { (entity)<-[m:ABOUT|MENTIONS]-() WHERE m.by IS NULL } AS held
  WITH entity, held,
    brought.metadata AND entity.metadataLoaded IS NULL
      AND NOT EXISTS { (other:CheckIn)-[b:BROUGHT]->(entity) WHERE other <> checkIn AND b.metadata } AS noMetadata,
    brought.node AND entity.nodeLoaded IS NULL AND NOT held
      AND NOT EXISTS { (other:CheckIn)-[b:BROUGHT]->(entity) WHERE other <> checkIn AND b.node } AS noNode,
    EXISTS { (other:CheckIn)-[:BROUGHT]->(entity) WHERE other <> checkIn } AS broughtAgain
  FOREACH (_ IN CASE WHEN noMetadata THEN [1] ELSE [] END |
    SET entity.metadata = null, entity.metadataHash = null, entity.metadataType = null,
      entity.type = coalesce(entity.nodeType, entity.type), entity.unshown = 'WRITTEN', entity.updatedAt = $now
  )
  FOREACH (_ IN CASE WHEN noNode THEN [1] ELSE [] END |
    SET entity.label = null, entity.title = entity.id, entity.properties = null, entity.nodeHash = null, entity.nodeType = null,
      entity.unshown = 'WRITTEN', entity.updatedAt = $now
  )
  WITH entity, entity.id AS id
  WHERE NOT held AND NOT broughtAgain AND entity.metadataHash IS NULL AND entity.nodeHash IS NULL
  // Otherwise the index of marks still returns the deleted node in this transaction.
  SET entity.unshown = null
  DETACH DELETE entity
  RETURN collect(id) AS gone
}
DETACH DELETE checkIn
RETURN entities, gone
