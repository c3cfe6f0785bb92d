// layers/count-pieces: number of pieces of each of these entities.
:params {namespace: "default", ids: ["user:alice"]};
UNWIND $ids AS id
MATCH (entity:Entity {namespace: $namespace, id: id})
RETURN id, COUNT { (entity)<-[:ABOUT]-() } AS total
