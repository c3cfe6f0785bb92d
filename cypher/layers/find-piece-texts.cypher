// layers/find-piece-texts: what is embedded of pieces as they stand.
:params {namespace: "default", ids: ["les-rans-init"]};
UNWIND $ids AS id
MATCH (p:Piece {namespace: $namespace, id: id})
RETURN p.id AS id, p.title AS title, p.text AS text
