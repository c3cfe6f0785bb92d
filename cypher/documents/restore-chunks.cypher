// documents/restore-chunks: let a document have these chunks, at these places, and no others. Chunks that it has no more are
// detached as by documents/close-chunks. One row for each chunk.
//   $rows      as in documents/save-chunks      $closedAt  time at which the whole document was closed, or null
:params {namespace: "default", id: "01JDEMO", closedAt: null, rows: [{id: "01JDEMO-1", position: 0, headings: ["Pumps"], page: null, toPage: null, fromLine: 1, toLine: 3}]};
MATCH (document:Document {namespace: $namespace, id: $id})-[has:HAS_CHUNK|HAD_CHUNK]->(piece)
USING INDEX SEEK document:Document(namespace, id)
WITH document, piece, has, head([row IN $rows WHERE row.id = piece.id]) AS row, has.headings AS headings, has.position AS position
DELETE has
FOREACH (_ IN CASE WHEN row IS NOT NULL AND $closedAt IS NULL THEN [1] ELSE [] END |
  CREATE (document)-[now:HAS_CHUNK]->(piece)
  SET now.position = toInteger(row.position), now.headings = row.headings, now.page = toInteger(row.page), now.toPage = toInteger(row.toPage),
    now.fromLine = toInteger(row.fromLine), now.toLine = toInteger(row.toLine))
FOREACH (_ IN CASE WHEN row IS NULL OR $closedAt IS NOT NULL THEN [1] ELSE [] END |
  CREATE (document)-[then:HAD_CHUNK]->(piece)
  SET then.headings = headings, then.position = position, then.closedAt = CASE WHEN row IS NULL THEN null ELSE $closedAt END)
RETURN piece.id AS id
