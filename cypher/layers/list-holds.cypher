// layers/list-holds: why entities, pieces and relations stay although the change that made them is undone. One row for
// each that exists. linked: a relation leads to or from the entity, or is linked to the piece. named: a document links
// a piece to the entity. node, metadata, whole (a piece or relation): whether this record was loaded, or brought by
// another check-in (`by` is its id). marked: whether the mark of a load is the only sign of that.
//   $entities, $pieces  ids             $relations  refs
//   $changing           refs of records that do not count as reasons
//   $base               the change that is undone     $loads  whether loaded records stay
//   $carried            whether a relation counts as brought or loaded if it was before a merge
:params {namespace: "default", entities: ["user:alice"], pieces: ["les-rans-init"], relations: ["relation:h"], changing: [], base: "c1", loads: true, carried: true};
CALL () {
  UNWIND $entities AS id
  MATCH (entity:Entity {namespace: $namespace, id: id}) USING INDEX SEEK entity:Entity(namespace, id)
  CALL (entity) {
    OPTIONAL MATCH (other:CheckIn)-[brought:BROUGHT]->(entity) WHERE other.id <> $base
    RETURN max(other.id) AS by, coalesce(max(CASE WHEN brought.node THEN 1 END), 0) = 1 AS node,
      coalesce(max(CASE WHEN brought.metadata THEN 1 END), 0) = 1 AS metadata
  }
  RETURN 'entity:' + id AS ref, by,
    node OR ($loads AND coalesce(entity.nodeLoaded, false)) AS node,
    metadata OR ($loads AND coalesce(entity.metadataLoaded, false)) AS metadata,
    $loads AND ((NOT node AND coalesce(entity.nodeLoaded, false)) OR (NOT metadata AND coalesce(entity.metadataLoaded, false))) AS marked,
    false AS whole,
    EXISTS { (entity)-[link:LINK|WAS_LINK]-(:Entity) WHERE link.ref IS NULL OR NOT link.ref IN $changing } AS linked,
    EXISTS { (entity)<-[m:ABOUT|MENTIONS]-(piece:Piece) WHERE m.by IS NULL AND NOT piece.ref IN $changing } AS named
 UNION ALL
  UNWIND $pieces AS id
  MATCH (piece:Piece {namespace: $namespace, id: id}) USING INDEX SEEK piece:Piece(namespace, id)
  WITH piece, id, COLLECT { MATCH (other:CheckIn)-[:BROUGHT]->(piece) WHERE other.id <> $base RETURN other.id ORDER BY other.id DESC LIMIT 1 }[0] AS by
  RETURN 'piece:' + id AS ref, by, false AS node, false AS metadata,
    by IS NULL AND $loads AND coalesce(piece.loaded, false) AS marked,
    by IS NOT NULL OR ($loads AND coalesce(piece.loaded, false)) AS whole,
    EXISTS {
      MATCH ()-[link:LINK]->()
      WHERE link.namespace = $namespace AND link.pieceId = id AND (link.ref IS NULL OR NOT link.ref IN $changing)
    } OR EXISTS {
      MATCH ()-[was:WAS_LINK]->()
      WHERE was.namespace = $namespace AND was.pieceId = id AND (was.ref IS NULL OR NOT was.ref IN $changing)
    } AS linked, false AS named
 UNION ALL
  UNWIND $relations AS ref
  CALL (ref) {
    MATCH (source:Entity)-[link:LINK {namespace: $namespace, ref: ref}]->(:Entity) USING INDEX SEEK link:LINK(namespace, ref)
    RETURN source, link
   UNION ALL
    MATCH (source:Entity)-[link:WAS_LINK {namespace: $namespace, ref: ref}]->(:Entity) USING INDEX SEEK link:WAS_LINK(namespace, ref)
    RETURN source, link
  }
  WITH ref, source, link, COLLECT {
    MATCH (other:CheckIn)-[brought:BROUGHT]->(source) WHERE other.id <> $base
      AND (link.key IN coalesce(brought.links, []) OR ($carried AND link.key IN coalesce(brought.moved, [])))
    RETURN other.id ORDER BY other.id DESC LIMIT 1
  }[0] AS by
  WITH ref, by, coalesce(link.loaded, $carried AND link.carried, false) AS loaded
  RETURN ref, by, false AS node, false AS metadata,
    by IS NULL AND $loads AND loaded AS marked,
    by IS NOT NULL OR ($loads AND loaded) AS whole, false AS linked, false AS named
}
RETURN ref, by, node, metadata, marked, whole, linked, named
