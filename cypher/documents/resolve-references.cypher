// documents/resolve-references: resolve the references of a document, and all references that look up certain names.
// The first of a reference's names that any document has decides. If several documents have that name, the reference
// is ambiguous and gets no edge. The result does not depend on the order in which documents were ingested. No rows.
//   $id    document whose references are resolved, '' for none      $keys  names that documents have gained or lost
:params {namespace: "default", id: "01JDEMO", keys: ["path:notes\npumps.md"]};
CALL () {
  MATCH (source:Document {namespace: $namespace, id: $id})-[seeks:SEEKS]->(:DocumentName)
  USING INDEX SEEK source:Document(namespace, id)
  RETURN source, seeks.link AS link
  UNION
  UNWIND $keys AS key
  MATCH (:DocumentName {namespace: $namespace, key: key})<-[seeks:SEEKS]-(source:Document)
  RETURN source, seeks.link AS link
}
WITH source, collect(link) AS links
MATCH (source)-[seeks:SEEKS]->(name:DocumentName)
WHERE seeks.link IN links
WITH source, seeks, COLLECT {
  MATCH (name)<-[:GOES_BY]-(target:Document) WHERE target.closedAt IS NULL
  RETURN target LIMIT 2
} AS targets
ORDER BY seeks.rank
WITH source, seeks.link AS link, [one IN collect({seeks: seeks, targets: targets}) WHERE size(one.targets) > 0][0] AS first
WITH source, link, CASE
  WHEN size(first.targets) = 1 AND first.targets[0] <> source THEN {target: first.targets[0], seeks: first.seeks}
END AS found
CALL (source, link, found) {
  MATCH (source)-[old:LINKS_TO {link: link}]->(target:Document)
  WHERE found IS NULL OR target <> found.target
  DELETE old
}
WITH source, link, found WHERE found IS NOT NULL
WITH source, link, found.target AS target, found.seeks AS seeks
MERGE (source)-[leads:LINKS_TO {link: link}]->(target)
SET leads.form = seeks.form, leads.text = seeks.text, leads.line = seeks.line
