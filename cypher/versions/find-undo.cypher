// versions/find-undo: a change that is to be undone, with earlier undos. One row; none if the change does not exist.
// base is the original change at the end of the chain of undos (the change itself if it is not an undo). undos are all undos
// of the base and of one another. base.was is what a decision replaced, as JSON; else null. epoch is the number of undos in the namespace. keptSince is the time at which the history of
// the namespace begins, if older versions were deleted; else null.
:params {namespace: "default", id: "01JDEMO"};
MATCH (asked:Change {namespace: $namespace, id: $id})
MATCH (base:Change {namespace: $namespace, id: coalesce(asked.base, asked.id)})
OPTIONAL MATCH (undoing:Undoing {namespace: $namespace})
RETURN base {.id, .by, .keyId, .at, .door, .refs, .was} AS base,
  COLLECT {
    MATCH (undo:Change {namespace: $namespace, base: base.id})
    RETURN undo {.id, .undoes, .at, .by, .keyId, .door} ORDER BY undo.at, undo.id
  } AS undos,
  coalesce(undoing.epoch, 0) AS epoch,
  head(COLLECT {
    MATCH (cut:Version) USING INDEX SEEK cut:Version(namespace, cutAt)
    WHERE cut.namespace = $namespace AND cut.cutAt IS NOT NULL
    RETURN cut.cutAt ORDER BY cut.namespace DESC, cut.cutAt DESC LIMIT 1
  }) AS keptSince
