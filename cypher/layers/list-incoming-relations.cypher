// layers/list-incoming-relations: a page of the relations to each of these entities, by type, other end and piece.
//   $after  the reverseKey behind which the page begins; empty: from the start
:params {namespace: "default", ids: ["user:alice"], after: "", limit: 21};
UNWIND $ids AS entityId
CALL (entityId) {
  MATCH (source:Entity)-[l:LINK]->(target:Entity) USING INDEX l:LINK(namespace, reverseKey)
  WHERE l.namespace = $namespace AND l.reverseKey STARTS WITH entityId + '\n' AND l.reverseKey > $after
  RETURN source, l, target
  ORDER BY l.namespace, l.reverseKey
  LIMIT toInteger($limit)
}
RETURN entityId, l.key AS key, l.reverseKey AS reverseKey, l.type AS type, l.pieceId AS pieceId, l.properties AS properties,
  {id: source.id, type: source.type, label: source.label, properties: source.properties, metadata: source.metadata} AS source,
  {id: target.id, type: target.type, label: target.label, properties: target.properties, metadata: target.metadata} AS target
ORDER BY entityId, reverseKey
