// evidence/list-ledgers: the ledgers of several nodes as input of a fold, including retracted entries. One row per
// entry.
//   $limit  maximum number of rows
:params {namespace: "default", refs: ["item:open_files"], limit: 1000};
UNWIND $refs AS ref
MATCH (node:Knowledge {namespace: $namespace, ref: ref})-[:HAS_EVIDENCE]->(entry:Evidence)
RETURN ref, entry {
  .id, .kind, .positive, .weight, .share, .at, .appliedAt, .countedAt, .sequence, .policyConstants, .retractedBy, .state,
  .planId, .stepNum, .agent, .session, .uses, .givenTo, .agentWeight, .firstApplied
} AS entry
LIMIT toInteger($limit)
