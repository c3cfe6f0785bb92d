// mentions/clear-names: delete names found in texts, with the entities created from them alone. One row: number of names.
:params {namespace: "default", limit: 1000};
MATCH (layers:KnowledgeLayers {namespace: $namespace})
SET layers.texts = 0, layers.uncased = false
WITH layers
CALL () {
  MATCH (n:Name {namespace: $namespace})
  WHERE n.name > ''
  WITH n LIMIT toInteger($limit)
  CALL (n) {
    MATCH (entity:Entity {namespace: $namespace, id: 'name:' + n.name})
    WHERE entity.rule
    DETACH DELETE entity
  }
  DETACH DELETE n
  RETURN count(*) AS cleared
}
RETURN cleared
