// facts/mark-superseded-facts: store on superseded relations the times calculated from the other facts of their source
// and type.
//   $rows  as in mark-facts
:params {namespace: "default", rows: [{key: "k", startsAt: null, startBasis: null, endsAt: null, ends: null, endsKnown: null, conflict: null}]};
UNWIND $rows AS row
MATCH (:Entity)-[l:WAS_LINK]->(:Entity) USING INDEX SEEK l:WAS_LINK(namespace, key)
WHERE l.namespace = $namespace AND l.key = row.key
SET l.startsAt = row.startsAt, l.startBasis = row.startBasis, l.endsAt = row.endsAt, l.ends = row.ends,
  l.endsKnown = row.endsKnown, l.conflict = row.conflict
