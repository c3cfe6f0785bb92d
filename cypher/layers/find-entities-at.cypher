// layers/find-entities-at: entities that were known at a time, with their content at that time: `entity` is the current
// content; `state` (JSON) is that of the version current at the time, if it changed since. Later entities return no
// row.
:params {namespace: "default", ids: ["user:alice"], known: datetime()};
UNWIND $ids AS id
MATCH (e:Entity {namespace: $namespace, id: id}) USING INDEX SEEK e:Entity(namespace, id)
WHERE coalesce(e.createdAt <= $known, true)
CALL (e, id) {
  OPTIONAL MATCH (v:Version {namespace: $namespace, ref: 'entity:' + id}) USING INDEX SEEK v:Version(namespace, ref, number)
  WHERE v.number > 0 AND v.from <= $known AND v.until > $known AND e.since > $known
  RETURN v.state AS state ORDER BY v.number DESC LIMIT 1
}
RETURN e {.id, .type, .label, .properties, .metadata} AS entity, state
