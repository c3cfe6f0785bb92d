// moving/stage-existing: mark existing nodes, so that an import can find them.
//   $rows  node: element id; staged: name by which the import finds it
:params {rows: [{node: "4:0:0", staged: "default/State/a"}]};
UNWIND $rows AS row
MATCH (n) WHERE elementId(n) = row.node
SET n:Staged, n.staged = row.staged
