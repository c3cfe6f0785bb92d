// layers/find-next-type: the first type, in the order of the index, of the relations from an entity and to it whose keys lie
// in a range. One row; null if there is none. It reads two entries of the indexes.
//   $from, $until  bounds of the keys, not included
:params {namespace: "default", from: "user:alice\n", until: "user:alice\u000b"};
CALL () {
  MATCH (:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, key)
  WHERE l.namespace = $namespace AND l.key > $from AND l.key < $until
  RETURN l.type AS type ORDER BY l.namespace, l.key LIMIT 1
 UNION ALL
  MATCH (:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, reverseKey)
  WHERE l.namespace = $namespace AND l.reverseKey > $from AND l.reverseKey < $until
  RETURN l.type AS type ORDER BY l.namespace, l.reverseKey LIMIT 1
}
RETURN min(type) AS type
