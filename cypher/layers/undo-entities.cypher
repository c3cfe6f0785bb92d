// layers/undo-entities: take back the records of entities that a check-in brought and nothing else did, and with them
// the check-in itself. An entity on which something still hangs keeps its node; one without a record and without anything
// on it goes; what texts were found to name does not hold it. One row: the names of all entities that the check-in brought, and the ids of those that went;
// none without a check-in.
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
      entity.type = coalesce(entity.nodeType, entity.type), entity.updatedAt = $now
  )
  FOREACH (_ IN CASE WHEN noNode THEN [1] ELSE [] END |
    SET entity.label = null, entity.title = entity.id, entity.properties = null, entity.nodeHash = null, entity.nodeType = null,
      entity.updatedAt = $now
  )
  WITH entity, entity.id AS id
  WHERE NOT held AND NOT broughtAgain AND entity.metadataHash IS NULL AND entity.nodeHash IS NULL
  DETACH DELETE entity
  RETURN collect(id) AS gone
}
DETACH DELETE checkIn
RETURN entities, gone
