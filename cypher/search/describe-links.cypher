// search/describe-links: whether texts of a namespace belong to sessions, and whether any mentions an entity. One row.
:params {asked: {namespace: "default"}};
CYPHER replan=skip
RETURN EXISTS { MATCH (m:Message) USING INDEX SEEK m:Message(namespace, session, position)
    WHERE m.namespace = $asked.namespace AND m.session > '' AND m.position >= 0 }
  OR EXISTS { MATCH (p:Piece) USING INDEX SEEK p:Piece(namespace, session)
    WHERE p.namespace = $asked.namespace AND p.session IS NOT NULL } AS hasSessions,
  EXISTS { MATCH (e:Entity) USING INDEX SEEK e:Entity(namespace, id)
    WHERE e.namespace = $asked.namespace AND e.id > '' AND EXISTS { (e)<-[:MENTIONS]-() } } AS hasMentions
