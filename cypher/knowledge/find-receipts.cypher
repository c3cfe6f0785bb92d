// knowledge/find-receipts: the contents of contexts as they were when given, and their outcomes. One row per receipt;
// none for an unknown receipt. Old receipts lack team, project and groupOnly. Planning prompts among them, which may
// quote anything, and those with pieces, which may belong to an entity, count as groupOnly of a group without members.
:params {namespace: "demo", ids: ["01JDEMO"]};
UNWIND $ids AS id
MATCH (receipt:Receipt {namespace: $namespace, id: id})
RETURN receipt {
  .id, .query, .agent, .session, .team, .project, .at, .text, .kinds, .ids, .scores, .trusts, .explains, .exclude,
  .outcomeHash, .success, .usedRefs, .shares, .credits, .outcomeAt, .outcomePlan, .outcomeTask,
  // Receipts from before `degraded` was stored do not have it.
  degraded: coalesce(receipt.degraded, []),
  quotesDeleted: coalesce(receipt.quotesDeleted, false),
  groupOnly: coalesce(receipt.groupOnly, receipt:PlanningPrompt OR 'PIECE' IN receipt.kinds)
} AS receipt
