// fluents/list-value-dependencies: what the rules of fluents say of their values, as it was read (JSON), for the judgement of
// rules that need them.
:params {namespace: "default", ids: ["MSA/gap"]};
UNWIND $ids AS id
MATCH (fluent:Fluent {namespace: $namespace, id: id}) WHERE fluent.rules IS NOT NULL
RETURN fluent.id AS id, fluent.valueDependencies AS valueDependencies
