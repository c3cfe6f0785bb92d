// evidence/lock-knowledge: take the locks of several nodes, ordered by namespace and ref, so that concurrent writers of
// several ledgers cannot deadlock. One row per existing node.
//   $rows  namespace, ref
:params {rows: [{namespace: "default", ref: "item:open_files"}]};
UNWIND $rows AS row
WITH DISTINCT row.namespace AS namespace, row.ref AS ref ORDER BY namespace, ref
MATCH (node:Knowledge {namespace: namespace, ref: ref}) USING INDEX SEEK node:Knowledge(namespace, ref)
REMOVE node.lock
RETURN namespace, ref
