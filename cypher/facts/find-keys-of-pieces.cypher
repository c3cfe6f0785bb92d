// facts/find-keys-of-pieces: keys of the relations of some types, current or superseded, that are linked to one of
// these pieces.
:params {namespace: "default", ids: ["les-rans-init"], types: ["WORKS_AT"]};
UNWIND $ids AS id
CALL (id) {
  MATCH ()-[l:LINK]->() USING INDEX SEEK l:LINK(namespace, pieceId)
  WHERE l.namespace = $namespace AND l.pieceId = id AND l.type IN $types
  RETURN l.key AS key
 UNION
  MATCH ()-[l:WAS_LINK]->() USING INDEX SEEK l:WAS_LINK(namespace, pieceId)
  WHERE l.namespace = $namespace AND l.pieceId = id AND l.type IN $types
  RETURN l.key AS key
}
RETURN DISTINCT key ORDER BY key
