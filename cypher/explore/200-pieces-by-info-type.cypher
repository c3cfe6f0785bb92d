// explore/200-pieces-by-info-type: Pieces by section of the prompt
// Numbers of pieces by info type, which is their section in a prompt, and by type of piece.
:params {namespace: "demo"};
MATCH (piece:Piece {namespace: $namespace})
WHERE piece.id > ''
RETURN piece.infoType AS infoType, piece.knowledgeType AS knowledgeType, count(piece) AS pieces
ORDER BY infoType, knowledgeType
