// layers/leave-sessions: pieces that are in another session than before, or in none, lose their links to the old one.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS id
MATCH (piece:Piece {namespace: $namespace, id: id})-[old:NEXT]-(other:Piece)
WHERE piece.session IS NULL OR other.session IS NULL OR other.session <> piece.session
DELETE old
