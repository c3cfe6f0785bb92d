// documents/list-links: the documents that this one refers to, each once, with the most certain reference to it, in
// the order of those references. Closed documents are left out.
:params {namespace: "default", id: "01JDEMO", limit: 20};
MATCH (document:Document {namespace: $namespace, id: $id})-[leads:LINKS_TO]->(target:Document)
USING INDEX SEEK document:Document(namespace, id)
WHERE target.closedAt IS NULL
WITH target, leads ORDER BY leads.link
WITH target, collect(leads)[0] AS leads
RETURN target {.id, .root, .source, .mediaType, .hash, .title, .ingestedAt, .closedAt, .chunks} AS document,
  leads.form AS form, leads.text AS text, leads.line AS line
ORDER BY leads.link, target.id
LIMIT toInteger($limit)
