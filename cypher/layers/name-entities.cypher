// layers/name-entities: create entities without content for ids that pieces refer to. An entity that a rule created from a name
// in texts becomes an entity from a document.
//   $rows  id, type, name; each id once
:params {namespace: "default", now: datetime(), rows: [{id: "technique:les", type: "technique", name: "les"}]};
UNWIND $rows AS row
MERGE (entity:Entity {namespace: $namespace, id: row.id})
ON CREATE SET entity.type = row.type, entity.title = row.id, entity.name = row.name, entity.unshown = 'WRITTEN', entity.createdAt = $now,
  entity.updatedAt = $now
WITH entity, row WHERE entity.rule
SET entity.rule = null, entity.type = row.type, entity.name = row.name, entity.unshown = 'WRITTEN', entity.updatedAt = $now
