// layers/revive-pieces: pieces that an undo took away and that are written again, under the lock of the namespace: they have
// their evidence again. One row each; none for what no undo took away.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS id
MATCH (piece:Undone {namespace: $namespace, ref: 'piece:' + id}) USING INDEX SEEK piece:Undone(namespace, ref)
REMOVE piece:Undone, piece.documentHash // so that all of it is written
SET piece:Piece:Knowledge
RETURN id
