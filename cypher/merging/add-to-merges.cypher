// merging/add-to-merges: what an undo wrote in terms of merges is among what these moved.
:params {namespace: "default", rows: [{merge: "01JDEMO", refs: ["relation:h"]}]};
UNWIND $rows AS row
MATCH (change:Change {namespace: $namespace, id: row.merge})
SET change.refs = change.refs + [ref IN row.refs WHERE NOT ref IN change.refs]
