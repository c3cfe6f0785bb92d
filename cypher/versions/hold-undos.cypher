// versions/hold-undos: let no undo of a namespace begin before this transaction ends. An undo that has read the history by then
// reads it again. One row.
:params {namespace: "default"};
MERGE (undoing:Undoing {namespace: $namespace})
SET undoing.epoch = coalesce(undoing.epoch, 0) + 1
RETURN undoing.epoch AS epoch
