// layers/undo-links: delete the relations that only this check-in brought. One row; none if the check-in does not
// exist.
:params {namespace: "default", id: "c1"};
MATCH (checkIn:CheckIn {namespace: $namespace, id: $id})
CALL (checkIn) {
  MATCH (checkIn)-[brought:BROUGHT]->(entity:Entity)
  UNWIND brought.links AS key
  MATCH ()-[link:LINK {namespace: $namespace, key: key}]->()
  WHERE link.loaded IS NULL
    AND NOT EXISTS { (other:CheckIn)-[b:BROUGHT]->(entity) WHERE other <> checkIn AND key IN b.links }
  // Otherwise the index of marks still returns the deleted relationship in this transaction.
  SET link.unshown = null
  DELETE link
  RETURN count(*) AS links
}
RETURN links
