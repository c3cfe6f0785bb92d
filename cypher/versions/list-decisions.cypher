// versions/list-decisions: changes that wrote no content, of one thing, newest first.
//   $to, $id  cursor: only changes that come after it in this order     $limit  maximum rows
:params {namespace: "default", ref: "item:open_files", to: datetime(), id: "~", limit: 20};
MATCH (change:Change) USING INDEX SEEK change:Change(namespace, decides, at)
WHERE change.namespace = $namespace AND change.decides = true AND change.at <= $to
  AND (change.at < $to OR change.id < $id) AND $ref IN change.refs
RETURN change {.id, .by, .keyId, .at, .door, refs: change.refs[..100], refCount: size(change.refs)} AS change
ORDER BY change.at DESC, change.id DESC
LIMIT toInteger($limit)
