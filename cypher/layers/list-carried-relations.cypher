// layers/list-carried-relations: the relations that carry a piece, of today and superseded ones, by key. Their refs are null where
// they were stored before they had one.
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
