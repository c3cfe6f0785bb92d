// context/find-receipt: what a context gave, as it was then. One row; none when there is no such receipt.
//   $namespace, $id
// Receipts from before team, project and groupOnly were kept: pieces may be an entity's, and a prompt may quote anything, so
// these count as groupOnly, of a group nobody is in.
:params {namespace: "demo", id: "01JDEMO"};
MATCH (receipt:Receipt {namespace: $namespace, id: $id})
RETURN receipt.id AS id, receipt.query AS query, receipt.agent AS agent,
       receipt.team AS team, receipt.project AS project,
       coalesce(receipt.groupOnly, receipt:PlanningPrompt OR 'PIECE' IN receipt.kinds) AS groupOnly,
       receipt.at AS at, receipt.text AS text,
       // Receipts from before it was kept say nothing of it.
       coalesce(receipt.degraded, []) AS degraded,
       receipt.kinds AS kinds, receipt.ids AS ids, receipt.scores AS scores, receipt.trusts AS trusts
