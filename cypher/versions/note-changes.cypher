// versions/note-changes: record changes that wrote no content, which are retractions and decisions. They are listed among the
// changes of the things that they concern. One row for each change.
//   $rows  namespace, refs (of the things that the change concerns), change (id, by, keyId, at, door), was (JSON of what stood
//          before a decision, which undo writes back; null if undo cannot)
:params {rows: [{namespace: "default", refs: ["item:open_files"], change: {id: "01JDEMO", by: null, keyId: null, at: datetime(), door: "RETRACT_EVIDENCE"}, was: null}]};
UNWIND $rows AS row
MERGE (change:Change {namespace: row.namespace, id: row.change.id})
ON CREATE SET change.by = row.change.by, change.keyId = row.change.keyId, change.at = row.change.at, change.door = row.change.door,
  change.refs = row.refs, change.decides = true, change.was = row.was, change.title = replace(toLower(row.change.door), '_', ' ')
RETURN change.id AS id
