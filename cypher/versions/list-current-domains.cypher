// versions/list-current-domains: current contents of domains of fluents, with the changes that made them. One row for each; none
// for domains that do not exist.
//   $fields  properties whose values are returned; `fluents` stands for the fluents of the domain
:params {namespace: "default", refs: ["domain:MSA"], fields: ["fluents", "otherClauses"]};
UNWIND $refs AS ref
MATCH (node:Domain {namespace: $namespace, name: substring(ref, 7)}) USING INDEX SEEK node:Domain(namespace, name)
OPTIONAL MATCH (change:Change {namespace: $namespace, id: node.change})
RETURN ref, coalesce(node.number, 1) AS number,
  [field IN $fields | CASE field WHEN 'fluents' THEN COLLECT {
      MATCH (fluent:Fluent {namespace: $namespace, domain: node.name})
      WHERE fluent.name IS NOT NULL AND fluent.id IS NOT NULL AND fluent.rules IS NOT NULL
      RETURN fluent.ref + '@' + toString(coalesce(fluent.number, CASE WHEN fluent.revision > 0 THEN fluent.revision ELSE 1 END)) AS entry ORDER BY entry
    } ELSE node[field] END] AS values,
  node.name AS title, null AS text, coalesce(node.since, node.createdAt) AS since,
  node.change AS madeBy, change {.id, .door, .undoes, undone: coalesce(change.undone, false)} AS change
