// layers/list-brought-in-sessions: the entity profiles and relations that were ingested in these sessions and come from
// no other source. One row. Those that an undo removed later came from the check-in that made their last state.
//   $profileIds  of entities         $sessions  of agents
//   $sourceIds   of the entities that the relations lead from, $keys of the relations
//   $known       time at which profiles and relations are asked for that an undo removed later; null for none
:params {namespace: "default", profileIds: ["user:alice"], sourceIds: ["user:alice"], keys: ["k"], sessions: ["s1"], known: null};
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
   UNION
    UNWIND CASE WHEN $known IS NULL THEN [] ELSE $profileIds END AS id
    MATCH (gone:Version {namespace: $namespace, ref: 'entity:' + id}) USING INDEX SEEK gone:Version(namespace, ref, number)
    WHERE gone.number > 0 AND gone.gone AND gone.from <= $known AND gone.until > $known
      AND EXISTS { MATCH (checkIn:CheckIn|UndoneCheckIn {namespace: $namespace, id: gone.change}) WHERE checkIn.session IN $sessions }
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
   UNION
    UNWIND CASE WHEN $known IS NULL THEN [] ELSE $sourceIds END AS id
    MATCH (gone:Version) USING INDEX SEEK gone:Version(namespace, source)
    WHERE gone.namespace = $namespace AND gone.source = id AND gone.gone AND gone.key IN $keys AND gone.until > $known
      AND EXISTS { MATCH (checkIn:CheckIn|UndoneCheckIn {namespace: $namespace, id: gone.change}) WHERE checkIn.session IN $sessions }
    RETURN gone.key AS linkKey
  } AS keys
