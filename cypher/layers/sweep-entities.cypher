// layers/sweep-entities: delete up to $limit edges of one hidden entity, then the entity once none is left. Pieces that
// mentioned it count as changed when they are loaded again. One row: the number of deleted edges, and the keys of those
// of a functional type; none if no hidden entity is left.
//   $limit  maximum number of edges in one transaction      $functional  types
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
