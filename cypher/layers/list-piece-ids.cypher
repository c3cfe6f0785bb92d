// layers/list-piece-ids: ids of all pieces of an entity.
:params {namespace: "default", id: "user:alice"};
MATCH (:Entity {namespace: $namespace, id: $id})<-[:ABOUT]-(piece:Piece)
RETURN piece.id AS id
ORDER BY id
