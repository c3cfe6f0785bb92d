// layers/undo-links: delete the relations that a check-in brought and nothing else did. One row; none without a check-in.
:params {namespace: "default", id: "c1"};
MATCH (checkIn:CheckIn {namespace: $namespace, id: $id})
CALL (checkIn) {
  MATCH (checkIn)-[brought:BROUGHT]->(entity:Entity)
  UNWIND brought.links AS key
  MATCH ()-[link:LINK {namespace: $namespace, key: key}]->()
  WHERE link.loaded IS NULL
    AND NOT EXISTS { (other:CheckIn)-[b:BROUGHT]->(entity) WHERE other <> checkIn AND key IN b.links }
  DELETE link
  RETURN count(*) AS links
}
RETURN links
