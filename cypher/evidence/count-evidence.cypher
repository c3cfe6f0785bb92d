// evidence/count-evidence: number of observations of each of several nodes.
:params {namespace: "default", refs: ["item:open_files"]};
UNWIND $refs AS ref
MATCH (knowledge:Knowledge {namespace: $namespace, ref: ref})
RETURN ref, COUNT { (knowledge)-[:HAS_EVIDENCE]->() } AS total
