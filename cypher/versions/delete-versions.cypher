// versions/delete-versions: delete the earlier states of things, when the things are deleted.
:params {namespace: "default", refs: ["item:open_files"]};
UNWIND $refs AS ref
MATCH (version:Version {namespace: $namespace, ref: ref})
WHERE version.number > 0 // the condition lets the planner use the index
DELETE version
