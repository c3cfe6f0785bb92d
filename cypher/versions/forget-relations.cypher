// versions/forget-relations: delete the earlier states of relations from or to entities, or backed by pieces, when a person
// deletes those entities or pieces.
//   $entities, $pieces  ids
:params {namespace: "default", entities: ["user:alice"], pieces: []};
CALL () {
  UNWIND $entities AS id
  MATCH (version:Version {namespace: $namespace, source: id})
  RETURN version
 UNION
  UNWIND $entities AS id
  MATCH (version:Version {namespace: $namespace, target: id})
  RETURN version
 UNION
  UNWIND $pieces AS id
  MATCH (version:Version {namespace: $namespace, piece: id})
  RETURN version
}
DELETE version
