// layers/list-from-sessions: those of these pieces that belong to one of these sessions, or that only check-ins of
// these sessions brought. Of pieces that an undo removed, undone check-ins count, too.
:params {namespace: "default", ids: ["les-rans-init"], sessions: ["s1"]};
UNWIND $ids AS id
CALL (id) {
  MATCH (piece:Piece {namespace: $namespace, id: id}) USING INDEX SEEK piece:Piece(namespace, id)
  RETURN piece
 UNION ALL
  MATCH (piece:Undone {namespace: $namespace, ref: 'piece:' + id}) USING INDEX SEEK piece:Undone(namespace, ref)
  RETURN piece
}
WITH id, piece
WHERE piece.session IN $sessions
  OR (piece.loaded IS NULL AND EXISTS {
      MATCH (checkIn:CheckIn|UndoneCheckIn)-[:BROUGHT]->(piece)
      WHERE checkIn.session IN $sessions AND (checkIn:CheckIn OR piece:Undone)
    }
    AND NOT EXISTS {
      MATCH (checkIn:CheckIn|UndoneCheckIn)-[:BROUGHT]->(piece)
      WHERE (checkIn:CheckIn OR piece:Undone) AND (checkIn.session IS NULL OR NOT checkIn.session IN $sessions)
    })
RETURN id
