// fluents/list-rules: rules of fluents in exported form; fluents without rules have no row.
:params {namespace: "default", ids: ["MSA/gap"]};
UNWIND $ids AS id
MATCH (fluent:Fluent {namespace: $namespace, id: id}) WHERE fluent.rules IS NOT NULL
RETURN fluent.id AS id, fluent.exportRules AS rules
