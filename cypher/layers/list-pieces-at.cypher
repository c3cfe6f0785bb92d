// layers/list-pieces-at: ids of a page of the pieces that belong to an entity, or belonged to it at a time according to one of their
// earlier states, by id. The caller checks what they were at the time.
//   $owner  query of the full-text index of earlier texts: the facets of the namespace, of pieces, and of the entity
:params {namespace: "default", id: "user:alice", owner: "+facets:n37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f0 +facets:kpiece0", known: datetime(), afterId: "", limit: 21};
CALL () {
  MATCH (entity:Entity {namespace: $namespace, id: $id}) USING INDEX SEEK entity:Entity(namespace, id)
  MATCH (p:Piece)-[:ABOUT]->(entity)
  WHERE p.id > $afterId
  RETURN p.id AS id ORDER BY id LIMIT toInteger($limit)
 UNION
  CALL db.index.fulltext.queryNodes('version_text', $owner) YIELD node AS version
  WHERE version.namespace = $namespace AND version.from <= $known AND version.until > $known
  WITH DISTINCT substring(version.ref, size('piece:')) AS id
  WHERE id > $afterId
  RETURN id ORDER BY id LIMIT toInteger($limit)
}
RETURN id ORDER BY id LIMIT toInteger($limit)
