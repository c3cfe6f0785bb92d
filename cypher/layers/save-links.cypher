// layers/save-links: create or bring up to date relations between entities. What is the same stays untouched.
// One row a relation: CREATED, UPDATED, UNCHANGED, or which end of it is missing: NO_SOURCE, NO_TARGET, NO_PIECE.
//   $rows     n (its number), sourceId, targetId, type, pieceId, key, reverseKey, validFrom, validTo, properties (JSON); each key once.
//             Of what comes by a merge or by undoing one: recordedAt, loaded or carried (whether it, or what it was, was loaded)
//   $checkIn  what brings them; null: a load, and undoing a check-in leaves them
//   $keep     true: what is stored already stays as it is, and counts as UNCHANGED
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
    link.createdAt = coalesce(row.recordedAt, $now), link.loaded = row.loaded, link.carried = row.carried
  WITH link, row, link.properties AS before,
    link.properties = row.properties AND coalesce(link.validTo = row.validTo, link.validTo IS NULL AND row.validTo IS NULL) AS same
  FOREACH (_ IN CASE WHEN same OR ($keep AND before IS NOT NULL) THEN [] ELSE [1] END |
    SET link.properties = row.properties, link.validTo = row.validTo, link.updatedAt = $now
  )
  FOREACH (_ IN CASE WHEN $checkIn IS NULL AND link.loaded IS NULL THEN [1] ELSE [] END | SET link.loaded = true)
  RETURN CASE WHEN before IS NULL THEN 'CREATED' WHEN same OR $keep THEN 'UNCHANGED' ELSE 'UPDATED' END AS outcome
 UNION
  WITH missing WHERE missing IS NOT NULL
  RETURN missing AS outcome
}
RETURN row.n AS n, outcome
