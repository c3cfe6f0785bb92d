// fluents/list-rules: the rules of fluents as they are exported.
:params {namespace: "default", ids: ["MSA/gap"]};
UNWIND $ids AS id
MATCH (fluent:Fluent {namespace: $namespace, id: id}) WHERE fluent.rules IS NOT NULL
RETURN fluent.id AS id, fluent.exportRules AS rules
