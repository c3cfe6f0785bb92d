// shown/find-next-namespace: the next namespace after another with entities or relations that are not yet shown with a label and
// properties of their own. No row after the last one.
:params {after: ""};
CALL () {
  MATCH (e:Entity) USING INDEX SEEK e:Entity(namespace, unshown, id)
  WHERE e.namespace > $after AND e.unshown IS NOT NULL AND e.id IS NOT NULL
  RETURN e.namespace AS namespace ORDER BY e.namespace LIMIT 1
 UNION
  MATCH ()-[l:LINK]->() USING INDEX SEEK l:LINK(namespace, unshown, key)
  WHERE l.namespace > $after AND l.unshown IS NOT NULL AND l.key IS NOT NULL
  RETURN l.namespace AS namespace ORDER BY l.namespace LIMIT 1
 UNION
  MATCH ()-[l:WAS_LINK]->() USING INDEX SEEK l:WAS_LINK(namespace, unshown, key)
  WHERE l.namespace > $after AND l.unshown IS NOT NULL AND l.key IS NOT NULL
  RETURN l.namespace AS namespace ORDER BY l.namespace LIMIT 1
}
RETURN namespace ORDER BY namespace LIMIT 1
