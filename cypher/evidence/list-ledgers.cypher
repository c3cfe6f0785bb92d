// evidence/list-ledgers: the ledgers of several nodes, undone or not, as input of a fold, including retracted
// entries. One row per entry.
//   $limit  maximum number of rows
:params {namespace: "default", refs: ["item:open_files"], limit: 1000};
UNWIND $refs AS ref
CALL (ref) {
  MATCH (node:Knowledge {namespace: $namespace, ref: ref}) USING INDEX SEEK node:Knowledge(namespace, ref)
  RETURN node
 UNION ALL
  MATCH (node:Undone {namespace: $namespace, ref: ref}) USING INDEX SEEK node:Undone(namespace, ref)
  RETURN node
}
MATCH (node)-[:HAS_EVIDENCE]->(entry:Evidence)
RETURN ref, entry {
  .id, .kind, .positive, .weight, .share, .at, .appliedAt, .countedAt, .sequence, .policyConstants, .retractedBy, .state,
  .planId, .stepNum, .agent, .session, .uses, .givenTo, .firstApplied
} AS entry
LIMIT toInteger($limit)
