// versions/forget-relations: delete the earlier states of relations from and to entities, and of those that carry pieces, where
// a person deletes these.
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
