// evidence/lock-knowledge: take the locks of several nodes, in the order of namespace and ref, so that no two writers of
// several ledgers wait for each other. One row for each node that exists.
//   $rows  namespace, ref
:params {rows: [{namespace: "default", ref: "item:open_files"}]};
UNWIND $rows AS row
WITH DISTINCT row.namespace AS namespace, row.ref AS ref ORDER BY namespace, ref
MATCH (node:Knowledge {namespace: namespace, ref: ref}) USING INDEX SEEK node:Knowledge(namespace, ref)
REMOVE node.lock
RETURN namespace, ref
