// layers/delete-entity: takes an entity out of everybody's sight, with its relations and mentions, however many there are:
// all that reads them asks for the label. sweep-entities takes apart what is left.
// One row: DELETED, or HAS_PIECES while pieces of it are there; none when it does not exist.
:params {namespace: "default", id: "user:alice"};
MATCH (entity:Entity {namespace: $namespace, id: $id})
WITH entity, EXISTS { (entity)<-[:ABOUT]-() } AS hasPieces
FOREACH (_ IN CASE WHEN hasPieces THEN [] ELSE [1] END |
  REMOVE entity:Entity
  SET entity:DeletedEntity
)
RETURN CASE WHEN hasPieces THEN 'HAS_PIECES' ELSE 'DELETED' END AS outcome
