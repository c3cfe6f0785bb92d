// versions/hold-undos: let no undo of a namespace begin before this transaction ends. One row.
:params {namespace: "default"};
MERGE (undoing:Undoing {namespace: $namespace})
REMOVE undoing.lock
RETURN coalesce(undoing.epoch, 0) AS epoch
