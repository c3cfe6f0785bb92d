// explorer/find-node: the node of a ref.
//   $key       ref (of knowledge), or the key of another node: entity, learning, plan (ids), step (planId and num), domain, state
//              (names); all other entries are null
//   $required  for each kind, groups of facets; knowledge must have at least one facet of each group
:params {namespace: "default", key: {ref: "item:open_files", entity: null, learning: null, plan: null, domain: null, state: null, step: null}, required: {}};
CALL () {
  MATCH (n:Knowledge {namespace: $namespace, ref: $key.ref})
  WHERE all(group IN coalesce($required[n.kind], []) WHERE any(token IN group WHERE token IN n.facets))
  RETURN n
 UNION ALL
  MATCH (n:Entity {namespace: $namespace, id: $key.entity}) RETURN n
 UNION ALL
  MATCH (n:Learning {namespace: $namespace, id: $key.learning}) RETURN n
 UNION ALL
  MATCH (n:Plan {namespace: $namespace, id: $key.plan}) RETURN n
 UNION ALL
  MATCH (n:Step {namespace: $namespace, planId: $key.step.planId, num: $key.step.num}) RETURN n
 UNION ALL
  MATCH (n:Domain {namespace: $namespace, name: $key.domain}) RETURN n
 UNION ALL
  MATCH (n:State {namespace: $namespace, name: $key.state}) RETURN n
}
RETURN elementId(n) AS node
