// explore/215-origin-of-piece: Origin of a piece
// The check-ins from which the piece was extracted; or that there is none. Replace the id by any other.
:params {namespace: "demo", pieceId: "les-rans-init"};
MATCH (piece:Piece {namespace: $namespace, id: $pieceId})<-[:BROUGHT]-(checkIn:CheckIn)
RETURN piece.content AS piece, checkIn.id AS checkIn, checkIn.by AS by, checkIn.at AS at, checkIn.text AS text
ORDER BY at DESC, checkIn DESC
UNION ALL
WITH 1 AS one WHERE NOT EXISTS { (:Piece {namespace: $namespace, id: $pieceId})<-[:BROUGHT]-(:CheckIn) }
RETURN 'None: the piece was loaded and not extracted, or there is no such piece' AS piece, null AS checkIn, null AS by, null AS at, null AS text
