// merging/find-ends: the entities of a merge. One row for each that is stored. ofNames: a rule created it from a name in texts. into
// and merge: if it was merged before, into which entity and by which change. unfinished: that merge still has to move data.
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
