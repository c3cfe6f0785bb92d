// knowledge/find-receipts: what contexts gave, as it was then, and what came of it. A row a receipt; none where there is no
// such receipt.
// Receipts from before team, project and groupOnly were kept: pieces may be an entity's, and a prompt may quote anything, so
// these count as groupOnly, of a group nobody is in.
:params {namespace: "demo", ids: ["01JDEMO"]};
UNWIND $ids AS id
MATCH (receipt:Receipt {namespace: $namespace, id: id})
RETURN receipt {
  .id, .query, .agent, .session, .team, .project, .at, .text, .kinds, .ids, .scores, .trusts, .explains, .exclude,
  .outcomeHash, .success, .usedRefs, .shares, .credits, .outcomeAt, .outcomePlan, .outcomeTask,
  // Receipts from before it was kept say nothing of it.
  degraded: coalesce(receipt.degraded, []),
  quotesDeleted: coalesce(receipt.quotesDeleted, false),
  groupOnly: coalesce(receipt.groupOnly, receipt:PlanningPrompt OR 'PIECE' IN receipt.kinds)
} AS receipt
