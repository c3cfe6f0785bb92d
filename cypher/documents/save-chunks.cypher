// documents/save-chunks: attach pieces to their document, with their position in it. One row each.
//   $rows  id, position (counted from 0), headings, page, toPage, fromLine, toLine (null if the format has none)
:params {namespace: "default", document: "01JDEMO", rows: [{id: "01JDEMO-1", position: 0, headings: ["Pumps"], page: null, toPage: null, fromLine: 1, toLine: 3}]};
MATCH (document:Document {namespace: $namespace, id: $document})
UNWIND $rows AS row
MATCH (piece:Piece {namespace: $namespace, id: row.id})
CALL (document, piece) {
  MATCH (document)-[had:HAD_CHUNK]->(piece)
  DELETE had
}
MERGE (document)-[has:HAS_CHUNK]->(piece)
SET has.position = toInteger(row.position), has.headings = row.headings, has.page = toInteger(row.page), has.toPage = toInteger(row.toPage),
  has.fromLine = toInteger(row.fromLine), has.toLine = toInteger(row.toLine)
RETURN row.id AS id
