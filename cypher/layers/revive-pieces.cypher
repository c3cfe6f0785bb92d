// layers/revive-pieces: restore pieces that an undo hid and that are about to be written again, so that they keep their
// evidence. The caller holds the lock of the namespace. One row each; none for pieces that no undo hid.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS id
MATCH (piece:Undone {namespace: $namespace, ref: 'piece:' + id}) USING INDEX SEEK piece:Undone(namespace, ref)
REMOVE piece:Undone, piece.documentHash // without a hash, the following save writes the whole piece
SET piece:Piece:Knowledge
RETURN id
