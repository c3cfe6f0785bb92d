// find-runbooks: runbooks by their refs; those that do not exist are left out.
:params {namespace: "default", refs: ["runbook:disk"]};
UNWIND $refs AS ref
MATCH (runbook:Knowledge {namespace: $namespace, ref: ref})
RETURN runbook {.ref, .id, .kind, .title, .text, .trust, .createdAt, .updatedAt, .alarm} AS runbook
