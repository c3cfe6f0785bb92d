// knowledge/find-receipts: the contents of contexts as they were when given, and their outcomes. One row per receipt;
// none for an unknown receipt, or one of other teams and projects. Old receipts lack team and project.
//   $groups  only receipts of these teams and projects; null for all
:params {namespace: "demo", ids: ["01JDEMO"], groups: {teams: ["default"], projects: ["default"]}};
UNWIND $ids AS id
MATCH (receipt:Receipt {namespace: $namespace, id: id})
WHERE ($groups.teams IS NULL OR receipt.team IN $groups.teams)
  AND ($groups.projects IS NULL OR receipt.project IN $groups.projects)
RETURN receipt {
  .id, .query, .agent, .session, .at, .text, .delivered, .kinds, .ids, .scores, .trusts, .explains, .exclude,
  .outcomeHash, .success, .usedRefs, .shares, .credits, .outcomeAt, .outcomeSession, .outcomeVerification, .outcomePlan, .outcomeTask,
  // Receipts from before `degraded` was stored do not have it.
  degraded: coalesce(receipt.degraded, []),
  quotesDeleted: coalesce(receipt.quotesDeleted, false),
  trials: COLLECT { MATCH (receipt)-[drawn:DRAWN]->(trial:Trial) RETURN trial {.id, arm: drawn.arm, share: drawn.share} ORDER BY trial.id }
} AS receipt
