// explore/215-origin-of-piece: Origin of a piece
// The check-ins from which the piece was extracted; no row if it was loaded. Replace the id by any other.
:params {namespace: "demo", pieceId: "les-rans-init"};
MATCH (piece:Piece {namespace: $namespace, id: $pieceId})<-[:BROUGHT]-(checkIn:CheckIn)
RETURN piece.content AS piece, checkIn.id AS checkIn, checkIn.by AS by, checkIn.at AS at, checkIn.text AS text
ORDER BY at DESC, checkIn DESC
