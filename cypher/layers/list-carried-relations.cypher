// layers/list-carried-relations: the relations, current and superseded, that are linked to a piece, by key. ref is null
// for relations stored before relations had refs.
:params {namespace: "default", id: "les-rans-init"};
CALL () {
  MATCH ()-[link:LINK]->() USING INDEX SEEK link:LINK(namespace, pieceId)
  WHERE link.namespace = $namespace AND link.pieceId = $id
  RETURN link
 UNION ALL
  MATCH ()-[link:WAS_LINK]->() USING INDEX SEEK link:WAS_LINK(namespace, pieceId)
  WHERE link.namespace = $namespace AND link.pieceId = $id
  RETURN link
}
RETURN link.key AS key, link.ref AS ref
ORDER BY key
