// knowledge/find-receipts: what contexts contained at their time, and their outcomes. One row per receipt; none for an
// unknown receipt. Receipts stored before team, project and groupOnly were recorded count as groupOnly of a group
// without members if they are planning prompts, which may quote anything, or contain pieces, which may belong to an
// entity.
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
