// fluents/find-texts: rules, description, title and text of fluents, to plan a write and the text to embed.
:params {namespace: "default", ids: ["MSA/gap"]};
UNWIND $ids AS id
MATCH (fluent:Fluent {namespace: $namespace, id: id})
RETURN
  fluent.id AS id, fluent.rules AS rules, fluent.description AS description, fluent.title AS title, fluent.text AS text
