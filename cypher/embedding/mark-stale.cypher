// embedding/mark-stale: remove the vectors of both slots from nodes whose text is new. The active model is not read, so
// that writers without an embedder do not wait for each other at that one node.
:params {namespace: "default", refs: ["item:open_files"]};
UNWIND $refs AS ref
MATCH (k:Knowledge {namespace: $namespace, ref: ref})
SET k.embedding0 = null, k.embedding1 = null, k.model0 = 'none', k.model1 = 'none'
