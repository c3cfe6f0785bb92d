// fluents/list-fluents: a page of the fluents and events of a domain, by name, then id.
//   $names  lists only these names; null for all
//   $afterName, $afterId  the last fluent of the page before; null for the first page
:params {namespace: "default", domain: "MSA", names: null, afterName: null, afterId: null, limit: 100};
MATCH (fluent:Fluent {namespace: $namespace, domain: $domain})
WHERE fluent.name >= coalesce($afterName, '') AND fluent.id IS NOT NULL
  AND ($afterName IS NULL OR fluent.name > $afterName OR fluent.id > $afterId)
  AND ($names IS NULL OR fluent.name IN $names)
RETURN fluent.id AS id, fluent.name AS name
ORDER BY name, id LIMIT toInteger($limit)
