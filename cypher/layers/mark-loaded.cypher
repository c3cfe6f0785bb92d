// layers/mark-loaded: things that a load brought count as loaded where it stands again, and no longer where it is undone.
//   $entities, $pieces  ids     $relations  refs
:params {namespace: "default", loaded: false, entities: ["user:alice"], pieces: ["les-rans-init"], relations: ["relation:h"]};
CALL () {
  UNWIND $entities AS id
  MATCH (entity:Entity {namespace: $namespace, id: id})
  SET entity.nodeLoaded = CASE WHEN $loaded AND entity.nodeHash IS NOT NULL THEN true END,
    entity.metadataLoaded = CASE WHEN $loaded AND entity.metadataHash IS NOT NULL THEN true END
}
CALL () {
  UNWIND $pieces AS id
  MATCH (piece:Piece {namespace: $namespace, id: id})
  SET piece.loaded = CASE WHEN $loaded THEN true END
}
CALL () {
  UNWIND $relations AS ref
  MATCH (:Entity)-[link:LINK {namespace: $namespace, ref: ref}]->(:Entity) USING INDEX link:LINK(namespace, ref)
  SET link.loaded = CASE WHEN $loaded THEN true END
}
