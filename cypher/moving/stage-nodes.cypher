// moving/stage-nodes: create the nodes of an import, hidden until the import is complete.
//   $rows  staged: name by which the import finds the node; properties; integers, integerLists: names of properties
//          that are integers, since all numbers arrive as floats; vectors: property and list of numbers; parts:
//          attached nodes without a key, with relationship type and labels
:params {rows: [{staged: "default/Plan/1", properties: {namespace: "default", id: "1", number: 1.0}, integers: ["number"], integerLists: [], vectors: [], parts: [{type: "HAS_VALUE", labels: ["FluentValue"], properties: {position: 0.0}, integers: ["position"], integerLists: []}]}]};
UNWIND $rows AS row
CREATE (n:Staged)
SET n = row.properties, n.staged = row.staged
FOREACH (key IN row.integers | SET n[key] = toInteger(n[key]))
FOREACH (key IN row.integerLists | SET n[key] = [each IN n[key] | toInteger(each)])
WITH n, row
CALL (n, row) {
  UNWIND row.parts AS part
  CREATE (n)-[:$(part.type)]->(p:$(part.labels))
  SET p = part.properties
  FOREACH (key IN part.integers | SET p[key] = toInteger(p[key]))
  FOREACH (key IN part.integerLists | SET p[key] = [each IN p[key] | toInteger(each)])
}
CALL (n, row) {
  UNWIND row.vectors AS vector
  CALL db.create.setNodeVectorProperty(n, vector.property, vector.values)
}
