// layers/delete-entity: takes an entity out of everybody's sight, with its relations and mentions, however many there are:
// all that reads them asks for the label. sweep-entities takes apart what is left.
// One row: its name, and DELETED, HAS_PIECES while pieces of it are there, or OF_NAMES where texts that name it make it; none
// when it does not exist.
:params {namespace: "default", id: "user:alice"};
MATCH (entity:Entity {namespace: $namespace, id: $id})
WITH entity, CASE
  WHEN entity.rule THEN 'OF_NAMES'
  WHEN EXISTS { (entity)<-[:ABOUT]-() } THEN 'HAS_PIECES'
  ELSE 'DELETED'
END AS outcome
FOREACH (_ IN CASE outcome WHEN 'DELETED' THEN [1] ELSE [] END |
  REMOVE entity:Entity
  SET entity:DeletedEntity
)
RETURN outcome, entity.name AS name
