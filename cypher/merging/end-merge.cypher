// merging/end-merge: an entity of which everything was moved leaves the sight of all readers; its node stays for its id. One row each;
// none for those on which something hangs still.
:params {namespace: "default", ids: ["user:al"]};
UNWIND $ids AS id
MATCH (entity:EntityAlias {namespace: $namespace, id: id}) USING INDEX SEEK entity:EntityAlias(namespace, id)
WHERE NOT EXISTS { (entity)-[:LINK|WAS_LINK]-() } AND NOT EXISTS { (entity)<-[m:ABOUT|MENTIONS]-(:Piece) WHERE m.by IS NULL }
REMOVE entity:Entity
WITH entity, id
CALL (entity) {
  MATCH (entity)<-[edge:ABOUT|MENTIONS|TITLED]-()
  DELETE edge
}
RETURN id, entity.name AS name
