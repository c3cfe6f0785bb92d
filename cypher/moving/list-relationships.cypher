// moving/list-relationships: the relationships that start at given nodes, for an export. One row per relationship.
//   $nodes  element ids of the start nodes        $without  properties to leave out
:params {nodes: ["4:0:0"], without: ["shownProperties"]};
UNWIND $nodes AS node
MATCH (n)-[r]->(other)
WHERE elementId(n) = node AND NOT other:FluentValue AND NOT other:Promotion
RETURN node, type(r) AS type,
  [key IN keys(r) WHERE NOT key IN $without AND NOT key IN coalesce(r.shownProperties, []) | [key, r[key], valueType(r[key])]] AS entries, labels(other) AS labels,
  other {.application, .hash, .id, .key, .name, .num, .number, .planId, .ref, .taskId} AS other
