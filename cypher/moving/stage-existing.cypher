// moving/stage-existing: lets an import find nodes that were there before it.
//   $rows  node: element id; staged: by which the import finds it
:params {rows: [{node: "4:0:0", staged: "default/State/a"}]};
UNWIND $rows AS row
MATCH (n) WHERE elementId(n) = row.node
SET n:Staged, n.staged = row.staged
