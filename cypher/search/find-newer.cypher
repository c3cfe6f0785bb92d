// search/find-newer: whether anything that a search reads was written to a namespace after a time: knowledge, evidence or a
// change. One row if so, with the number of earlier texts in the index of all namespaces, and whether knowledge of the namespace
// was archived or taken out of the archive since; otherwise none.
:params {namespace: "default", kinds: ["ITEM"], known: datetime()};
CYPHER replan=skip
CALL () {
  UNWIND $kinds AS kind
  MATCH (k:Knowledge) USING INDEX SEEK k:Knowledge(namespace, kind, updatedAt)
  WHERE k.namespace = $namespace AND k.kind = kind AND k.updatedAt > $known
  RETURN true AS newer LIMIT 1
 UNION ALL
  MATCH (change:Change) USING INDEX SEEK change:Change(namespace, at)
  WHERE change.namespace = $namespace AND change.at > $known
  RETURN true AS newer LIMIT 1
 UNION ALL
  MATCH (entry:Evidence) USING INDEX SEEK entry:Evidence(namespace, at)
  WHERE entry.namespace = $namespace AND entry.at > $known
  RETURN true AS newer LIMIT 1
}
RETURN newer, COUNT { (:SearchedVersion) } AS texts,
  EXISTS { MATCH (a:Knowledge) USING INDEX SEEK a:Knowledge(namespace, archivedAt)
    WHERE a.namespace = $namespace AND a.archivedAt > $known }
    OR EXISTS { MATCH (a:Knowledge) USING INDEX SEEK a:Knowledge(namespace, unarchivedAt)
      WHERE a.namespace = $namespace AND a.unarchivedAt > $known } AS archived
LIMIT 1
