// evidence/list-ledgers: what has moved the trust of several nodes and was not taken back, as a fold takes it. One row an entry.
//   $limit  maximum number of rows
:params {namespace: "default", refs: ["item:open_files"], limit: 1000};
UNWIND $refs AS ref
MATCH (node:Knowledge {namespace: $namespace, ref: ref})-[:HAS_EVIDENCE]->(entry:Evidence)
WHERE entry.appliedAt IS NOT NULL AND entry.retractedBy IS NULL AND entry.kind <> 'RETRACTION'
RETURN ref, entry {
  .id, .kind, .positive, .weight, .share, .at, .appliedAt, .sequence, .policyConstants
} AS entry
LIMIT toInteger($limit)
