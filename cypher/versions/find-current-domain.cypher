// versions/find-current-domain: current content of a domain of fluents, with the change that made it. One row; none if the
// domain does not exist.
//   $fields  properties whose values are returned; `fluents` stands for the fluents of the domain
:params {namespace: "default", ref: "domain:MSA", fields: ["fluents", "otherClauses"]};
MATCH (node:Domain {namespace: $namespace, name: substring($ref, 7)})
OPTIONAL MATCH (change:Change {namespace: $namespace, id: node.change})
RETURN coalesce(node.number, 1) AS number,
  [field IN $fields | CASE field WHEN 'fluents' THEN COLLECT {
      MATCH (fluent:Fluent {namespace: $namespace, domain: node.name})
      WHERE fluent.name IS NOT NULL AND fluent.id IS NOT NULL AND fluent.rules IS NOT NULL
      RETURN fluent.ref + '@' + toString(coalesce(fluent.number, CASE WHEN fluent.revision > 0 THEN fluent.revision ELSE 1 END)) AS entry ORDER BY entry
    } ELSE node[field] END] AS values,
  node.name AS title, null AS text, coalesce(node.since, node.createdAt) AS since,
  change {.id, .by, .keyId, .at, .door, refs: change.refs[..100], refCount: size(change.refs)} AS change
