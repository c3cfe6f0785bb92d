// documents/save-references: store the names that a document's references look up. One row each.
//   $rows  key of the name, link (number of the reference, the most certain first), rank (of the name within its reference,
//          from 0), form, text, line (null if the format has none)
:params {namespace: "default", id: "01JDEMO", rows: [{key: "path:notes\npumps.md", link: 0, rank: 0, form: "LINK", text: "pumps.md", line: 3}]};
MATCH (document:Document {namespace: $namespace, id: $id})
UNWIND $rows AS row
MERGE (name:DocumentName {namespace: $namespace, key: row.key})
CREATE (document)-[:SEEKS {
  link: toInteger(row.link), rank: toInteger(row.rank), form: row.form, text: row.text, line: toInteger(row.line)
}]->(name)
RETURN row.link AS link
