// merging/end-merge: hide entities from all readers once everything has been moved to the merge target; the nodes stay as aliases.
// One row each; none for entities that still have relations or pieces.
:params {namespace: "default", ids: ["user:al"]};
UNWIND $ids AS id
MATCH (entity:EntityAlias {namespace: $namespace, id: id}) USING INDEX SEEK entity:EntityAlias(namespace, id)
WHERE NOT EXISTS { (entity)-[:LINK|WAS_LINK]-() } AND NOT EXISTS { (entity)<-[m:ABOUT|MENTIONS]-(:Piece) WHERE m.by IS NULL }
REMOVE entity:Entity, entity:$(coalesce(entity.shownLabels, [])), entity.shownLabels
WITH entity, id
CALL (entity) {
  MATCH (entity)<-[edge:ABOUT|MENTIONS|TITLED]-()
  DELETE edge
}
RETURN id, entity.name AS name
