// documents/list-backlinks: documents that refer to this one, without duplicates and closed ones, by root and source.
:params {namespace: "default", id: "01JDEMO", limit: 20};
MATCH (document:Document {namespace: $namespace, id: $id})<-[leads:LINKS_TO]-(source:Document)
USING INDEX SEEK document:Document(namespace, id)
WHERE source.closedAt IS NULL
WITH source, leads ORDER BY leads.link
WITH source, collect(leads)[0] AS leads
RETURN source {.id, .root, .source, .mediaType, .hash, .title, .ingestedAt, .closedAt, .chunks} AS document,
  leads.form AS form, leads.text AS text, leads.line AS line
ORDER BY source.root, source.source
LIMIT toInteger($limit)
