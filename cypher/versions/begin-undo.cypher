// versions/begin-undo: record an undo as a change, under the lock shared by all undos of the namespace. One row. No row, and
// nothing is written, if another undo has run since the epoch was read.
//   $id      the change that is undone                    $base  the original change at the end of the chain of undos
//   $undone  whether the base is undone after this undo   $change  id, by, keyId, at, door
:params {namespace: "default", epoch: 0, id: "01JDEMO", base: "01JDEMO", undone: true, change: {id: "01JUNDO", by: null, keyId: null, at: datetime(), door: "UNDO"}};
MERGE (undoing:Undoing {namespace: $namespace})
REMOVE undoing.lock // takes the write lock first, so that what is read from here on is current
WITH undoing WHERE coalesce(undoing.epoch, 0) = $epoch
SET undoing.epoch = $epoch + 1
WITH undoing
MATCH (base:Change {namespace: $namespace, id: $base})
SET base.undone = $undone
MERGE (change:Change {namespace: $namespace, id: $change.id})
ON CREATE SET change.by = $change.by, change.keyId = $change.keyId, change.at = $change.at, change.door = $change.door, change.refs = [],
  change.undoes = $id, change.base = $base, change.title = replace(toLower($change.door), '_', ' ')
RETURN change.id AS id
