// layers/find-lost-again: records that an undone check-in contains but did not change, since they were stored already,
// and that are missing now. One row for each entity or piece (ref) or relation (key). Entities and pieces that a person
// deleted are left out; relations are not.
//   $refs  refs of the records that the check-in changed; these are left out
:params {namespace: "default", id: "c1", refs: []};
MATCH (checkIn:UndoneCheckIn {namespace: $namespace, id: $id})
CALL (checkIn) {
  UNWIND range(0, size(checkIn.broughtIds) - 1) AS place
  WITH 'entity:' + checkIn.broughtIds[place] AS ref, checkIn.broughtIds[place] AS entityId,
    checkIn.broughtNodes[place] AS node, checkIn.broughtMetadata[place] AS metadata
  WHERE (node OR metadata) AND NOT ref IN $refs
  OPTIONAL MATCH (entity:Entity {namespace: $namespace, id: entityId})
  WITH ref, entity, node, metadata
  WHERE (node AND entity.nodeHash IS NULL) OR (metadata AND entity.metadataHash IS NULL)
  MATCH (version:Version {namespace: $namespace, ref: ref}) WHERE version.number > 0
  RETURN DISTINCT ref, null AS key
 UNION
  MATCH (checkIn)-[:BROUGHT]->(piece:Undone)
  WHERE NOT piece.ref IN $refs
  RETURN piece.ref AS ref, null AS key
 UNION
  UNWIND checkIn.broughtLinks AS keys
  UNWIND split(keys, '\t') AS key
  WITH key WHERE key <> ''
    AND NOT EXISTS { MATCH ()-[link:LINK]->() WHERE link.namespace = $namespace AND link.key = key }
    AND NOT EXISTS { MATCH ()-[was:WAS_LINK]->() WHERE was.namespace = $namespace AND was.key = key }
  RETURN null AS ref, key
}
RETURN ref, key
ORDER BY ref, key
