// fluents/find-by-names: ids of all fluents and events of a domain with the given names.
:params {namespace: "default", domain: "MSA", names: ["gap"]};
UNWIND $names AS name
MATCH (fluent:Fluent {namespace: $namespace, domain: $domain, name: name}) WHERE fluent.id IS NOT NULL
RETURN fluent.id AS id, fluent.name AS name, fluent.arity AS arity
ORDER BY name, id
