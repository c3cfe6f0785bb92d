// layers/list-carriers: those of these pieces that are linked to a relation, current or superseded. One row each.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS id
WITH id
WHERE EXISTS {
    MATCH ()-[link:LINK]->() USING INDEX SEEK link:LINK(namespace, pieceId)
    WHERE link.namespace = $namespace AND link.pieceId = id
  } OR EXISTS {
    MATCH ()-[was:WAS_LINK]->() USING INDEX SEEK was:WAS_LINK(namespace, pieceId)
    WHERE was.namespace = $namespace AND was.pieceId = id
  }
RETURN id
