// fluents/list-value-dependencies: dependencies between values in the rules of fluents, as JSON, to check rules that need
// these fluents.
:params {namespace: "default", ids: ["MSA/gap"]};
UNWIND $ids AS id
MATCH (fluent:Fluent {namespace: $namespace, id: id}) WHERE fluent.rules IS NOT NULL
RETURN fluent.id AS id, fluent.valueDependencies AS valueDependencies
