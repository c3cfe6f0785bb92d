// layers/sweep-entities: takes one deleted entity apart, up to so many relations at once; pieces that mentioned it count
// as changed when they are loaded again. One row: how many went, and the keys of those of a functional type; none when
// there is nothing left of any.
//   $limit  relations of one transaction      $functional  types
:params {namespace: "default", limit: 5000, functional: []};
MATCH (entity:DeletedEntity {namespace: $namespace})
WITH entity LIMIT 1
CALL (entity) {
  MATCH (entity)-[edge]-(other)
  WITH edge, other, CASE WHEN edge.type IN $functional THEN edge.key END AS key LIMIT toInteger($limit)
  FOREACH (_ IN CASE WHEN edge:MENTIONS AND edge.by IS NULL THEN [1] ELSE [] END |
    SET other.documentHash = 'an entity it mentions was deleted'
  )
  DELETE edge
  RETURN count(*) AS swept, collect(key) AS keys
}
FOREACH (_ IN CASE WHEN swept < $limit THEN [1] ELSE [] END | DETACH DELETE entity)
RETURN swept, keys
