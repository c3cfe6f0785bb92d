// layers/list-from-sessions: those of these pieces that belong to one of these sessions, or that only check-ins of
// these sessions brought.
:params {namespace: "default", ids: ["les-rans-init"], sessions: ["s1"]};
UNWIND $ids AS id
MATCH (piece:Piece {namespace: $namespace, id: id}) USING INDEX SEEK piece:Piece(namespace, id)
WHERE piece.session IN $sessions
  OR (piece.loaded IS NULL AND EXISTS { MATCH (checkIn:CheckIn)-[:BROUGHT]->(piece) WHERE checkIn.session IN $sessions }
    AND NOT EXISTS {
      MATCH (checkIn:CheckIn)-[:BROUGHT]->(piece) WHERE checkIn.session IS NULL OR NOT checkIn.session IN $sessions
    })
RETURN id
