// outcomes/list-shares: the ledger entries of the current outcome of a receipt. One row per entry, ordered by node.
//   $prefix  prefix of their ids
:params {namespace: "default", receiptId: "01JDEMO", prefix: "outcome:01JDEMO:"};
MATCH (entry:Evidence) USING INDEX SEEK entry:Evidence(namespace, id)
WHERE entry.namespace = $namespace AND entry.id STARTS WITH $prefix AND entry.receiptId = $receiptId
  AND entry.retractedBy IS NULL AND entry.kind <> 'RETRACTION'
MATCH (node:Knowledge)-[:HAS_EVIDENCE]->(entry)
RETURN node.ref AS ref, node.kind AS kind, entry.id AS id
ORDER BY ref, id
