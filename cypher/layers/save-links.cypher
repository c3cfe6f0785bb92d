// layers/save-links: create or update relations between entities. Equal relations are not changed.
// One row for each relation: CREATED, UPDATED, UNCHANGED, or what is missing for it: NO_SOURCE, NO_TARGET, NO_PIECE.
//   $rows     n (its number), sourceId, targetId, type, pieceId, key, reverseKey, validFrom, validTo, properties (JSON); each key once.
//             For a merge or its undo also recordedAt (when it, or the one it replaces, was first stored; it then gets joinedAt, since
//             when it is this relation), and loaded or carried (it, or the one it replaces, was loaded)
//   $checkIn  the check-in that brings them; null: a load, whose records the undo of a check-in keeps
//   $keep     true: records that are stored already are not changed, and count as UNCHANGED
:params {namespace: "default", now: datetime(), checkIn: null, keep: false, rows: [{n: 0, sourceId: "user:alice", targetId: "technique:les", type: "SPECIALIZES_IN", pieceId: null, key: "k", reverseKey: "r", validFrom: null, validTo: null, properties: "{}"}]};
UNWIND $rows AS row
OPTIONAL MATCH (source:Entity {namespace: $namespace, id: row.sourceId})
OPTIONAL MATCH (target:Entity {namespace: $namespace, id: row.targetId})
OPTIONAL MATCH (piece:Piece {namespace: $namespace, id: row.pieceId})
WITH row, source, target, CASE
  WHEN source IS NULL THEN 'NO_SOURCE'
  WHEN target IS NULL THEN 'NO_TARGET'
  WHEN row.pieceId IS NOT NULL AND piece IS NULL THEN 'NO_PIECE'
END AS missing
CALL (row, source, target, missing) {
  WITH row, source, target WHERE missing IS NULL
  MERGE (source)-[link:LINK {namespace: $namespace, key: row.key}]->(target)
  ON CREATE SET link.reverseKey = row.reverseKey, link.type = row.type, link.pieceId = row.pieceId, link.validFrom = row.validFrom,
    link.createdAt = coalesce(row.recordedAt, $now), link.joinedAt = CASE WHEN row.recordedAt < $now THEN $now END,
    link.loaded = row.loaded, link.carried = row.carried
  WITH link, row, link.properties AS before,
    link.properties = row.properties AND coalesce(link.validTo = row.validTo, link.validTo IS NULL AND row.validTo IS NULL) AS same
  FOREACH (_ IN CASE WHEN same OR ($keep AND before IS NOT NULL) THEN [] ELSE [1] END |
    SET link.properties = row.properties, link.validTo = row.validTo, link.updatedAt = $now,
      link.unshown = CASE WHEN row.properties <> '{}' OR link.shownProperties IS NOT NULL THEN 'WRITTEN' END
  )
  FOREACH (_ IN CASE WHEN $checkIn IS NULL AND link.loaded IS NULL THEN [1] ELSE [] END | SET link.loaded = true)
  RETURN CASE WHEN before IS NULL THEN 'CREATED' WHEN same OR $keep THEN 'UNCHANGED' ELSE 'UPDATED' END AS outcome
 UNION
  WITH missing WHERE missing IS NOT NULL
  RETURN missing AS outcome
}
RETURN row.n AS n, outcome
