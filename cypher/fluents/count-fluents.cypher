// fluents/count-fluents: how many fluents and events a domain has.
//   $names  counts only these names; null for all
:params {namespace: "default", domain: "MSA", names: null};
MATCH (fluent:Fluent {namespace: $namespace, domain: $domain}) WHERE fluent.name IS NOT NULL AND fluent.id IS NOT NULL
  AND ($names IS NULL OR fluent.name IN $names)
RETURN count(*) AS total
