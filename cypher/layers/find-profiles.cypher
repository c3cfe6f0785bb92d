// layers/find-profiles: the metadata records of entities, and the other sources of an entity's type. Entities that do
// not exist are left out; metadata is null for entities without a record.
:params {namespace: "default", ids: ["user:alice"]};
UNWIND $ids AS id
MATCH (entity:Entity {namespace: $namespace, id: id})
RETURN entity.id AS id, entity.type AS type, entity.nodeHash IS NOT NULL AS described, entity.metadataType AS metadataType,
  entity.metadata AS metadata
