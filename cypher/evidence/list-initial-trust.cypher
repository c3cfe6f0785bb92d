// evidence/list-initial-trust: initial trust of each of several nodes, undone or not, and the time from which it applied.
:params {namespace: "default", refs: ["item:open_files"]};
UNWIND $refs AS ref
CALL (ref) {
  MATCH (knowledge:Knowledge {namespace: $namespace, ref: ref}) USING INDEX SEEK knowledge:Knowledge(namespace, ref)
  RETURN knowledge
 UNION ALL
  MATCH (knowledge:Undone {namespace: $namespace, ref: ref}) USING INDEX SEEK knowledge:Undone(namespace, ref)
  RETURN knowledge
}
RETURN ref, coalesce(knowledge.initialTrust, knowledge.trust) AS trust, coalesce(knowledge.trustSince, knowledge.createdAt) AS at
