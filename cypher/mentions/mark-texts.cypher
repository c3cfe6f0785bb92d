// mentions/mark-texts: the texts that these full-text queries find wait to be linked anew. One row: how many were found.
//   $except  ids of texts that are being linked
:params {namespace: "default", queries: ["+_n37a8eec1ce19687d +((+turbine +flow) _s_les)"], except: ["les-rans-init"]};
UNWIND $queries AS query
CALL db.index.fulltext.queryNodes('piece_names', query) YIELD node AS piece
WITH DISTINCT piece
WHERE piece.namespace = $namespace AND NOT piece.id IN $except
SET piece:UnlinkedPiece
RETURN count(*) AS marked
