// layers/leave-sessions: delete the links between these pieces and pieces of their former session, after their session
// changed.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS id
MATCH (piece:Piece {namespace: $namespace, id: id})-[old:NEXT]-(other:Piece)
USING INDEX SEEK piece:Piece(namespace, id)
WHERE piece.session IS NULL OR other.session IS NULL OR other.session <> piece.session
DELETE old
