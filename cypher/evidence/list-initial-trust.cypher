// evidence/list-initial-trust: with what trust each of several nodes began, and when.
:params {namespace: "default", refs: ["item:open_files"]};
UNWIND $refs AS ref
MATCH (knowledge:Knowledge {namespace: $namespace, ref: ref})
RETURN ref, coalesce(knowledge.initialTrust, knowledge.trust) AS trust, coalesce(knowledge.trustSince, knowledge.createdAt) AS at
