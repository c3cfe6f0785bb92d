// layers/hide-check-in: hide a check-in that is undone, until it is restored. The check-in stores which records of
// entities it brought, since the entities may be deleted.
:params {namespace: "default", id: "c1"};
MATCH (checkIn:CheckIn {namespace: $namespace, id: $id})
WITH checkIn, COLLECT {
  MATCH (checkIn)-[brought:BROUGHT]->(entity:Entity|EntityAlias)
  RETURN {id: entity.id, metadata: coalesce(brought.metadata, false), node: coalesce(brought.node, false), links: coalesce(brought.links, [])}
} AS entities
REMOVE checkIn:CheckIn
SET checkIn:UndoneCheckIn,
  checkIn.broughtIds = [entity IN entities | entity.id],
  checkIn.broughtMetadata = [entity IN entities | entity.metadata],
  checkIn.broughtNodes = [entity IN entities | entity.node],
  // A tab separates the keys, since no key contains one.
  checkIn.broughtLinks = [entity IN entities | reduce(all = '', key IN entity.links | all + key + '\t')]
