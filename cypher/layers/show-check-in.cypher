// layers/show-check-in: restore a hidden check-in and link it to those of its entities that exist again.
:params {namespace: "default", id: "c1"};
MATCH (checkIn:UndoneCheckIn {namespace: $namespace, id: $id})
REMOVE checkIn:UndoneCheckIn
SET checkIn:CheckIn
WITH checkIn
CALL (checkIn) {
  UNWIND range(0, size(checkIn.broughtIds) - 1) AS place
  CALL (checkIn, place) {
    MATCH (entity:Entity {namespace: $namespace, id: checkIn.broughtIds[place]}) USING INDEX SEEK entity:Entity(namespace, id)
    RETURN entity
   UNION
    MATCH (entity:EntityAlias {namespace: $namespace, id: checkIn.broughtIds[place]}) USING INDEX SEEK entity:EntityAlias(namespace, id)
    RETURN entity
  }
  MERGE (checkIn)-[brought:BROUGHT]->(entity)
  SET brought.metadata = checkIn.broughtMetadata[place], brought.node = checkIn.broughtNodes[place],
    brought.links = [key IN split(checkIn.broughtLinks[place], '\t') WHERE key <> '']
}
