// shown/list-unshown: entities and relations whose type and properties are not yet shown as a label and properties of their own, at
// most $limit of each kind. One row each, in which the others are null.
//   $from  'WRITTEN': those that transactions have written; empty: also those that an import has marked
:params {namespace: "default", from: "WRITTEN", limit: 500};
CALL () {
  MATCH (e:Entity) USING INDEX SEEK e:Entity(namespace, unshown, id)
  WHERE e.namespace = $namespace AND e.unshown >= $from AND e.id IS NOT NULL
  WITH e ORDER BY e.unshown, e.id LIMIT toInteger($limit)
  RETURN e {.id, type: coalesce(e.type, ''), .properties, .metadata, isOfNames: coalesce(e.rule, false)} AS entity, null AS link, null AS superseded
 UNION ALL
  MATCH ()-[l:LINK]->() USING INDEX SEEK l:LINK(namespace, unshown, key)
  WHERE l.namespace = $namespace AND l.unshown >= $from AND l.key IS NOT NULL
  WITH l ORDER BY l.unshown, l.key LIMIT toInteger($limit)
  RETURN null AS entity, l {.key, .properties} AS link, null AS superseded
 UNION ALL
  MATCH ()-[l:WAS_LINK]->() USING INDEX SEEK l:WAS_LINK(namespace, unshown, key)
  WHERE l.namespace = $namespace AND l.unshown >= $from AND l.key IS NOT NULL
  WITH l ORDER BY l.unshown, l.key LIMIT toInteger($limit)
  RETURN null AS entity, null AS link, l {.key, .properties} AS superseded
}
RETURN entity, link, superseded
