// versions/keep-change: record a change that removes things. The statements that remove and write things add the refs. One row.
//   $change  id, by, keyId, at, door
:params {namespace: "default", change: {id: "01JDEMO", by: null, keyId: null, at: datetime(), door: "INGEST_DOCUMENT"}};
MERGE (change:Change {namespace: $namespace, id: $change.id})
ON CREATE SET change.by = $change.by, change.keyId = $change.keyId, change.door = $change.door, change.at = $change.at, change.refs = []
RETURN change.id AS id
