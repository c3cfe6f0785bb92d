// layers/find-entities-at: entities that were known at a time, with their content at that time: `entity` is the current
// content; `state` (JSON) is that of the version current at the time, if the entity changed since or an undo removed it. Entities
// that did not exist then return no row.
:params {namespace: "default", ids: ["user:alice"], known: datetime()};
UNWIND $ids AS id
OPTIONAL MATCH (e:Entity {namespace: $namespace, id: id}) USING INDEX SEEK e:Entity(namespace, id)
WITH id, e, e IS NOT NULL AND coalesce(coalesce(e.since, e.createdAt) <= $known, true) AS current
CALL (id, current) {
  OPTIONAL MATCH (v:Version {namespace: $namespace, ref: 'entity:' + id}) USING INDEX SEEK v:Version(namespace, ref, number)
  WHERE v.number > 0 AND v.from <= $known AND v.until > $known AND NOT current
  RETURN v.state AS state ORDER BY v.number DESC LIMIT 1
}
WITH id, e, current, state WHERE current OR state IS NOT NULL
RETURN {id: id, type: e.type, label: e.label, properties: e.properties, metadata: e.metadata} AS entity, state
