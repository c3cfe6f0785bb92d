// explore/060-receipts: The latest contexts and their contents
// Drawn as a graph: knowledge that was in several contexts stands between them. Click a receipt to read its text.
:params {namespace: "demo"};
MATCH (receipt:Receipt {namespace: $namespace})
WHERE receipt.at IS NOT NULL
WITH receipt ORDER BY receipt.at DESC, receipt.id LIMIT 10
OPTIONAL MATCH gave = (receipt)-[:GAVE]->(:Knowledge)
RETURN receipt, gave
