// search/find-aliases-at: merges of the entities with these ids that were made by a time, of those ids that no entity had at that
// time. One row per merge, by time; `target` may have been merged by then, too. undos are the undos of the merge and of one another by
// that time: they decide whether the merge stood. An undo of a merge does not restore an entity whose creation was undone, too.
:params {namespace: "default", ids: ["user:al"], known: datetime()};
UNWIND $ids AS id
OPTIONAL MATCH (entity:Entity {namespace: $namespace, id: id}) USING INDEX SEEK entity:Entity(namespace, id)
WITH id, entity WHERE entity IS NULL OR coalesce(entity.since, entity.createdAt) > $known
MATCH (made:Change {namespace: $namespace, mergeSource: id}) USING INDEX SEEK made:Change(namespace, mergeSource)
WHERE made.at <= $known AND NOT EXISTS {
  MATCH (version:Version {namespace: $namespace, ref: 'entity:' + id}) USING INDEX SEEK version:Version(namespace, ref, number)
  WHERE version.number > 0 AND version.from <= $known AND version.until > $known
}
RETURN id, made.mergeTarget AS target, made.id AS merge, COLLECT {
  MATCH (undo:Change {namespace: $namespace, base: made.id}) USING INDEX SEEK undo:Change(namespace, base)
  WHERE undo.at <= $known
  RETURN undo {.id, .undoes}
} AS undos
ORDER BY id, made.at, merge
