// layers/delete-entity: hide an entity with its relations and mentions, however many there are: every reader
// matches the label Entity. sweep-entities deletes them later.
// One row: its name, and DELETED, HAS_PIECES (pieces belong to it) or OF_NAMES (a rule derived it from names in texts);
// none if it does not exist.
:params {namespace: "default", id: "user:alice"};
MATCH (entity:Entity {namespace: $namespace, id: $id})
WITH entity, CASE
  WHEN entity.rule THEN 'OF_NAMES'
  WHEN EXISTS { (entity)<-[:ABOUT]-() } THEN 'HAS_PIECES'
  ELSE 'DELETED'
END AS outcome
FOREACH (_ IN CASE outcome WHEN 'DELETED' THEN [1] ELSE [] END |
  REMOVE entity:Entity, entity:$(coalesce(entity.shownLabels, []))
  SET entity:DeletedEntity
)
RETURN outcome, entity.name AS name
