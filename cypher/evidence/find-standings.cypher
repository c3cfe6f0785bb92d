// evidence/find-standings: initial and current trust of several nodes. One row per existing node.
:params {namespace: "default", refs: ["item:open_files"]};
UNWIND $refs AS ref
MATCH (node:Knowledge {namespace: $namespace, ref: ref}) USING INDEX SEEK node:Knowledge(namespace, ref)
RETURN ref, coalesce(node.initialTrust, node.trust) AS initialTrust, coalesce(node.trustSince, node.createdAt) AS since,
  node.trust AS trust, node.decaysSince AS decaysSince, node.updatedAt AS updatedAt, coalesce(node.tried, 0.0) AS tried, coalesce(node.succeeded, 0.0) AS succeeded
