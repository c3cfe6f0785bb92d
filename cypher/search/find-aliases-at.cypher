// search/find-aliases-at: the entities into which the entities with these ids had been merged by a time. One row per entity that was
// merged then; `target` may have been merged by then, too.
:params {namespace: "default", ids: ["user:al"], known: datetime()};
UNWIND $ids AS id
OPTIONAL MATCH (entity:Entity {namespace: $namespace, id: id}) USING INDEX SEEK entity:Entity(namespace, id)
WITH id, entity WHERE entity IS NULL OR coalesce(entity.since, entity.createdAt) > $known OR entity:EntityAlias
CALL (id) {
  MATCH (version:Version {namespace: $namespace, ref: 'entity:' + id}) USING INDEX SEEK version:Version(namespace, ref, number)
  WHERE version.number > 0 AND version.from <= $known
  RETURN version ORDER BY version.number DESC LIMIT 1
}
WITH id, version WHERE version.until <= $known AND version.gone
MATCH (change:Change {namespace: $namespace, id: version.endedBy}) USING INDEX SEEK change:Change(namespace, id)
OPTIONAL MATCH (base:Change {namespace: $namespace, id: change.base}) USING INDEX SEEK base:Change(namespace, id)
WITH id, coalesce(base, change) AS merge WHERE merge.mergeSource = id
RETURN id, merge.mergeTarget AS target
