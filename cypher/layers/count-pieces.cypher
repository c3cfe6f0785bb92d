// layers/count-pieces: how many pieces each of these entities has.
:params {namespace: "default", ids: ["user:alice"]};
UNWIND $ids AS id
MATCH (entity:Entity {namespace: $namespace, id: id})
RETURN id, COUNT { (entity)<-[:ABOUT]-() } AS total
