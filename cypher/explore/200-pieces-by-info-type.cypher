// explore/200-pieces-by-info-type: Pieces by section of the prompt
// How many pieces go to which info type, by what they are.
:params {namespace: "demo"};
MATCH (piece:Piece {namespace: $namespace})
WHERE piece.id > ''
RETURN piece.infoType AS infoType, piece.knowledgeType AS knowledgeType, count(piece) AS pieces
ORDER BY infoType, knowledgeType
