// layers/unload: things that a load brought which is undone no longer count as loaded.
//   $entities, $pieces  ids     $relations  refs
:params {namespace: "default", entities: ["user:alice"], pieces: ["les-rans-init"], relations: ["relation:h"]};
CALL () {
  UNWIND $entities AS id
  MATCH (entity:Entity {namespace: $namespace, id: id})
  REMOVE entity.nodeLoaded, entity.metadataLoaded
}
CALL () {
  UNWIND $pieces AS id
  MATCH (piece:Piece {namespace: $namespace, id: id})
  REMOVE piece.loaded
}
CALL () {
  UNWIND $relations AS ref
  MATCH (:Entity)-[link:LINK {namespace: $namespace, ref: ref}]->(:Entity) USING INDEX link:LINK(namespace, ref)
  REMOVE link.loaded
}
