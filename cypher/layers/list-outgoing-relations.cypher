// layers/list-outgoing-relations: a page of the relations from each of these entities, by type, other end and piece.
//   $after  the key behind which the page begins; empty: from the start
:params {namespace: "default", ids: ["user:alice"], after: "", limit: 21};
UNWIND $ids AS entityId
CALL (entityId) {
  MATCH (source:Entity)-[l:LINK]->(target:Entity) USING INDEX l:LINK(namespace, key)
  WHERE l.namespace = $namespace AND l.key STARTS WITH entityId + '\n' AND l.key > $after
  RETURN source, l, target
  ORDER BY l.namespace, l.key
  LIMIT toInteger($limit)
}
RETURN entityId, l.key AS key, l.reverseKey AS reverseKey, l.type AS type, l.pieceId AS pieceId, l.properties AS properties,
  {id: source.id, type: source.type, label: source.label, properties: source.properties, metadata: source.metadata} AS source,
  {id: target.id, type: target.type, label: target.label, properties: target.properties, metadata: target.metadata} AS target
ORDER BY entityId, key
