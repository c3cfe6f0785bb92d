// layers/hide-check-in: a check-in that is undone, out of sight until it stands again. It keeps what it brought of entities,
// since these may go.
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
  // Keys have no tabs.
  checkIn.broughtLinks = [entity IN entities | reduce(all = '', key IN entity.links | all + key + '\t')]
