// layers/find-piece-texts: the current texts of pieces that are embedded.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS id
MATCH (p:Piece {namespace: $namespace, id: id})
RETURN p.id AS id, p.title AS title, p.text AS text
