// versions/list-versions: earlier states of a thing, newest first, each with the change that made it (null if unknown).
//   $below  only numbers less than it     $limit  maximum rows
:params {namespace: "default", ref: "item:open_files", below: 10, limit: 20};
MATCH (version:Version {namespace: $namespace, ref: $ref})
WHERE version.number < $below
WITH version ORDER BY version.number DESC LIMIT toInteger($limit)
OPTIONAL MATCH (change:Change {namespace: $namespace, id: version.change})
RETURN version {.number, .state, .title, .text, .from, .until} AS version, change {.id, .by, .keyId, .at, .door, refs: change.refs[..100], refCount: size(change.refs)} AS change
ORDER BY version.number DESC
