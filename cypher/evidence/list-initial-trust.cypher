// evidence/list-initial-trust: initial trust of each of several nodes, and the time from which it applied.
:params {namespace: "default", refs: ["item:open_files"]};
UNWIND $refs AS ref
MATCH (knowledge:Knowledge {namespace: $namespace, ref: ref})
RETURN ref, coalesce(knowledge.initialTrust, knowledge.trust) AS trust, coalesce(knowledge.trustSince, knowledge.createdAt) AS at
