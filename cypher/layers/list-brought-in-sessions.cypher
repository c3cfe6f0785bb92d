// layers/list-brought-in-sessions: the entity profiles and relations that were ingested in these sessions and come from
// no other source. One row.
//   $profileIds  of entities         $sessions  of agents
//   $sourceIds   of the entities that the relations lead from, $keys of the relations
:params {namespace: "default", profileIds: ["user:alice"], sourceIds: ["user:alice"], keys: ["k"], sessions: ["s1"]};
RETURN
  COLLECT {
    UNWIND $profileIds AS id
    MATCH (entity:Entity {namespace: $namespace, id: id}) USING INDEX SEEK entity:Entity(namespace, id)
    WHERE entity.metadataLoaded IS NULL
    MATCH (checkIn:CheckIn)-[brought:BROUGHT]->(entity)
    WHERE brought.metadata
    WITH id, count(*) AS all, count(CASE WHEN checkIn.session IN $sessions THEN 1 END) AS excluded
    WHERE all = excluded
    RETURN id AS profileId
  } AS profileIds,
  COLLECT {
    UNWIND $sourceIds AS id
    MATCH (source:Entity {namespace: $namespace, id: id}) USING INDEX SEEK source:Entity(namespace, id)
    MATCH (checkIn:CheckIn)-[brought:BROUGHT]->(source)
    UNWIND coalesce(brought.links, []) + coalesce(brought.moved, []) AS key
    WITH key, checkIn WHERE key IN $keys
    WITH key, count(*) AS all, count(CASE WHEN checkIn.session IN $sessions THEN 1 END) AS excluded
    WHERE all = excluded
    CALL (key) {
      MATCH (:Entity)-[link:LINK]->(:Entity) USING INDEX SEEK link:LINK(namespace, key)
      WHERE link.namespace = $namespace AND link.key = key AND link.loaded IS NULL AND link.carried IS NULL
      RETURN link.key AS linkKey
     UNION ALL
      MATCH (:Entity)-[was:WAS_LINK]->(:Entity) USING INDEX SEEK was:WAS_LINK(namespace, key)
      WHERE was.namespace = $namespace AND was.key = key AND was.loaded IS NULL AND was.carried IS NULL
      RETURN was.key AS linkKey
    }
    RETURN linkKey
  } AS keys
