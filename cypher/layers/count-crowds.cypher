// layers/count-crowds: number of outgoing and of incoming relations of an entity, each counted up to $most. One row for
// each type.
:params {namespace: "default", entityId: "user:alice", types: ["KNOWS"], most: 10000};
UNWIND $types AS type
CALL (type) {
  MATCH (:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, key)
  WHERE l.namespace = $namespace AND l.key STARTS WITH $entityId + '\n' + type + '\n'
  WITH l LIMIT toInteger($most)
  RETURN count(l) AS outgoing
}
CALL (type) {
  MATCH (:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, reverseKey)
  WHERE l.namespace = $namespace AND l.reverseKey STARTS WITH $entityId + '\n' + type + '\n'
  WITH l LIMIT toInteger($most)
  RETURN count(l) AS incoming
}
RETURN type, outgoing, incoming
