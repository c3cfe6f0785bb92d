// merging/find-ends: the entities of a merge. One row each that is stored: whether it is made of a name in texts, its name, and where it
// was merged already, into which and by which change; unfinished: whether that merge has more to move.
:params {namespace: "default", ids: ["user:al", "user:alice"]};
UNWIND $ids AS id
CALL (id) {
  MATCH (entity:Entity {namespace: $namespace, id: id}) USING INDEX SEEK entity:Entity(namespace, id)
  RETURN entity
 UNION
  MATCH (entity:EntityAlias {namespace: $namespace, id: id}) USING INDEX SEEK entity:EntityAlias(namespace, id)
  RETURN entity
}
RETURN id, coalesce(entity.rule, false) AS ofNames, entity.name AS name, entity.into AS into, entity.merge AS merge,
  entity:EntityAlias AND entity:Entity AS unfinished
