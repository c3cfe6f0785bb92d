// versions/read-domains: content of domains of fluents that are about to be written; fluents/lock-domain has locked them. The
// content is the fluents with rules, each with its version number, and the clauses that define no fluent. No row for domains
// that do not exist.
//   $fields  properties whose values are returned; `fluents` stands for the fluents of the domain
:params {namespace: "default", refs: ["domain:MSA"], fields: ["fluents", "otherClauses"]};
UNWIND $refs AS ref
MATCH (node:Domain {namespace: $namespace, name: substring(ref, 7)}) USING INDEX SEEK node:Domain(namespace, name)
RETURN ref, coalesce(node.number, 1) AS number,
  [field IN $fields | CASE field WHEN 'fluents' THEN COLLECT {
      MATCH (fluent:Fluent {namespace: $namespace, domain: node.name})
      WHERE fluent.name IS NOT NULL AND fluent.id IS NOT NULL AND fluent.rules IS NOT NULL
      RETURN fluent.ref + '@' + toString(coalesce(fluent.number, CASE WHEN fluent.revision > 0 THEN fluent.revision ELSE 1 END)) AS entry ORDER BY entry
    } ELSE node[field] END] AS values,
  node.name AS title, null AS text
