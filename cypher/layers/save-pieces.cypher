// layers/save-pieces: create or update pieces. Equal pieces are not changed. The entities they refer to must exist.
// One row for each piece: CREATED, UPDATED or UNCHANGED, whether its embedded text changed, its previous session, and the
// names found in its text when it was last linked.
//   $rows     id, ref, hash, properties (null removes one), entityId, mentions, replaces (whether the piece is written
//             in spite of $keep); each id once
//   $checkIn  the check-in that brings them; null: a load, whose records the undo of a check-in keeps
//   $waits    whether a changed piece is queued for being linked to the names in its text
//   $keep     true: records that are stored already are not changed, and count as UNCHANGED
:params {namespace: "default", now: datetime(), checkIn: null, keep: false, waits: true, rows: [{id: "les-rans-init", ref: "piece:les-rans-init", hash: "h", replaces: false, entityId: "user:alice", mentions: ["technique:les"], properties: {title: "", text: "LES", content: "LES"}}]};
UNWIND $rows AS row
MERGE (piece:Piece {namespace: $namespace, id: row.id})
ON CREATE SET
  piece:Knowledge, piece.ref = row.ref, piece.kind = 'PIECE', piece.trust = 1.0, piece.initialTrust = 1.0,
  piece.trustSince = $now, piece.createdAt = $now
WITH piece, row, $keep AND NOT row.replaces AS keep, piece.documentHash AS before, piece.session AS session,
  piece.title = row.properties.title AND piece.text = row.properties.text AS sameText
FOREACH (_ IN CASE WHEN before = row.hash OR (keep AND before IS NOT NULL) THEN [] ELSE [1] END |
  SET piece += row.properties, piece.documentHash = row.hash, piece.updatedAt = $now,
    // Neo4j Browser shows the caption in the node. It is not the title, or searches would count words of the content
    // twice.
    piece.caption = CASE row.properties.title WHEN '' THEN left(row.properties.content, 80) ELSE row.properties.title END
  FOREACH (_ IN CASE WHEN $waits THEN [1] ELSE [] END | SET piece:UnlinkedPiece)
)
FOREACH (_ IN CASE WHEN $checkIn IS NULL AND piece.loaded IS NULL THEN [1] ELSE [] END | SET piece.loaded = true)
WITH piece, row, keep, before, sameText, session
CALL (piece, row, keep, before) {
  WITH piece, row WHERE before IS NULL OR (before <> row.hash AND NOT keep)
  CALL (piece) {
    MATCH (piece)-[old:ABOUT|MENTIONS]->(:Entity)
    WHERE old.by IS NULL
    DELETE old
  }
  CALL (piece, row) {
    MATCH (entity:Entity {namespace: $namespace, id: row.entityId})
    CREATE (piece)-[:ABOUT]->(entity)
  }
  CALL (piece, row) {
    UNWIND row.mentions AS id
    MATCH (entity:Entity {namespace: $namespace, id: id})
    CREATE (piece)-[:MENTIONS]->(entity)
  }
}
RETURN row.id AS id,
  CASE WHEN before IS NULL THEN 'CREATED' WHEN before = row.hash OR keep THEN 'UNCHANGED' ELSE 'UPDATED' END AS outcome,
  before IS NULL OR NOT (sameText OR keep) AS textChanged,
  session, piece.names AS names, piece.nameTold AS told, piece.nameTitle AS titleName
