// documents/list-open-links: references that could not be resolved, in order, each with the number of documents that
// it may mean (none, or several). Texts that only look like a title or file name are left out.
:params {namespace: "default", id: "01JDEMO", limit: 20};
MATCH (document:Document {namespace: $namespace, id: $id})-[seeks:SEEKS]->(name:DocumentName)
USING INDEX SEEK document:Document(namespace, id)
WHERE seeks.form IN ['LINK', 'WIKI'] AND NOT EXISTS { (document)-[:LINKS_TO {link: seeks.link}]->(:Document) }
WITH seeks, {
  candidates: COUNT { (name)<-[:GOES_BY]-(target:Document) WHERE target.closedAt IS NULL },
  isItself: EXISTS { (name)<-[:GOES_BY]-(document) }
} AS known
ORDER BY seeks.link, seeks.rank
WITH seeks.link AS link, collect(seeks)[0] AS seeks, [one IN collect(known) WHERE one.candidates > 0][0] AS known
WHERE known IS NULL OR known.candidates > 1 OR NOT known.isItself
RETURN seeks.form AS form, seeks.text AS text, seeks.line AS line, coalesce(known.candidates, 0) AS candidates
ORDER BY link
LIMIT toInteger($limit)
