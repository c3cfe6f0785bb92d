// versions/delete-versions: delete the earlier states of things that are deleted.
:params {namespace: "default", refs: ["item:open_files"]};
UNWIND $refs AS ref
MATCH (version:Version {namespace: $namespace, ref: ref})
WHERE version.number > 0 // so that the index finds them
DELETE version
