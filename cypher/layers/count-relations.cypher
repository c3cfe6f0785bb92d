// layers/count-relations: number of relations from and to each of these entities.
:params {namespace: "default", ids: ["user:alice"]};
UNWIND $ids AS id
MATCH (entity:Entity {namespace: $namespace, id: id})
RETURN id, COUNT { (entity)-[:LINK]->() } AS outgoing, COUNT { (entity)<-[:LINK]-() } AS incoming
