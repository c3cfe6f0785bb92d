// facts/mark-facts: store on current relations the times calculated from the other facts of their source and type.
//   $rows  key, startsAt, startBasis, endsAt, ends, endsKnown, conflict; null removes a property
:params {namespace: "default", rows: [{key: "k", startsAt: null, startBasis: null, endsAt: null, ends: null, endsKnown: null, conflict: null}]};
UNWIND $rows AS row
MATCH (:Entity)-[l:LINK]->(:Entity) USING INDEX SEEK l:LINK(namespace, key)
WHERE l.namespace = $namespace AND l.key = row.key
SET l.startsAt = row.startsAt, l.startBasis = row.startBasis, l.endsAt = row.endsAt, l.ends = row.ends,
  l.endsKnown = row.endsKnown, l.conflict = row.conflict
