// layers/mark-loaded: mark the records of a load as loaded when its undo is undone ($loaded), or remove the mark when the load
// is undone.
//   $entities  id, node and metadata (whether the load brought that record)     $pieces  ids     $relations  refs
:params {namespace: "default", loaded: false, entities: [{id: "user:alice", node: true, metadata: false}], pieces: ["les-rans-init"], relations: ["relation:h"]};
CALL () {
  UNWIND $entities AS row
  CALL (row) {
    MATCH (entity:Entity {namespace: $namespace, id: row.id}) USING INDEX SEEK entity:Entity(namespace, id)
    RETURN entity
   UNION
    // The entity was merged into another; an undo of the merge may restore it.
    MATCH (entity:EntityAlias {namespace: $namespace, id: row.id}) USING INDEX SEEK entity:EntityAlias(namespace, id)
    RETURN entity
  }
  SET entity.nodeLoaded = CASE WHEN NOT row.node THEN entity.nodeLoaded WHEN $loaded AND entity.nodeHash IS NOT NULL THEN true END,
    entity.metadataLoaded = CASE
      WHEN NOT row.metadata THEN entity.metadataLoaded
      WHEN $loaded AND entity.metadataHash IS NOT NULL THEN true
    END
}
CALL () {
  UNWIND $pieces AS id
  MATCH (piece:Piece {namespace: $namespace, id: id})
  SET piece.loaded = CASE WHEN $loaded THEN true END
}
CALL () {
  UNWIND $relations AS ref
  CALL (ref) {
    MATCH (:Entity)-[link:LINK {namespace: $namespace, ref: ref}]->(:Entity) USING INDEX SEEK link:LINK(namespace, ref)
    SET link.loaded = CASE WHEN $loaded THEN true END
  }
  CALL (ref) {
    MATCH (:Entity)-[was:WAS_LINK {namespace: $namespace, ref: ref}]->(:Entity) USING INDEX SEEK was:WAS_LINK(namespace, ref)
    SET was.loaded = CASE WHEN $loaded THEN true END
  }
}
