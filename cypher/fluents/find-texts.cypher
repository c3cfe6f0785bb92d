// fluents/find-texts: what fluents say of themselves: description and rules, as they are written anew and embedded.
:params {namespace: "default", ids: ["MSA/gap"]};
UNWIND $ids AS id
MATCH (fluent:Fluent {namespace: $namespace, id: id})
RETURN
  fluent.id AS id, fluent.rules AS rules, fluent.description AS description, fluent.title AS title, fluent.text AS text
