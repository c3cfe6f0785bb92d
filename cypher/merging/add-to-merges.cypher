// merging/add-to-merges: add things that an undo wrote in merged form to the refs of the merges, as if the merges had moved them.
:params {namespace: "default", rows: [{merge: "01JDEMO", refs: ["relation:h"]}]};
UNWIND $rows AS row
MATCH (change:Change {namespace: $namespace, id: row.merge})
SET change.refs = change.refs + [ref IN row.refs WHERE NOT ref IN change.refs]
