// versions/list-changes-by: changes of one agent, newest first.
//   $by      name of the agent, as sent in x-agent
//   $since   earliest time     $until, $id  cursor: only changes that come after it in this order     $limit  maximum rows
:params {namespace: "default", by: "alice", since: datetime("2000-01-01T00:00:00Z"), until: datetime(), id: "", limit: 20};
MATCH (change:Change {namespace: $namespace, by: toLower($by)}) USING INDEX SEEK change:Change(namespace, by, at)
WHERE change.at >= $since AND change.at <= $until AND (change.at < $until OR change.id < $id)
RETURN change {.id, .by, .keyId, .at, .door, refs: change.refs[..100], refCount: size(change.refs)} AS change
ORDER BY change.at DESC, change.id DESC
LIMIT toInteger($limit)
