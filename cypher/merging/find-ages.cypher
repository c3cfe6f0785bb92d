// merging/find-ages: since when relations are known, and whether a load brought them. One row for each relation that exists, or
// existed before it was merged.
:params {namespace: "default", rows: [{key: "k", ref: "relation:h"}]};
UNWIND $rows AS row
CALL (row) {
  MATCH (:Entity)-[link:LINK]->(:Entity) USING INDEX SEEK link:LINK(namespace, key)
  WHERE link.namespace = $namespace AND link.key = row.key
  RETURN link.createdAt AS recorded, coalesce(link.loaded, link.carried, false) AS loaded
 UNION ALL
  MATCH (:Entity)-[was:WAS_LINK]->(:Entity) USING INDEX SEEK was:WAS_LINK(namespace, key)
  WHERE was.namespace = $namespace AND was.key = row.key
  RETURN was.createdAt AS recorded, coalesce(was.loaded, was.carried, false) AS loaded
 UNION ALL
  MATCH (version:Version {namespace: $namespace, ref: row.ref})
  WHERE version.number > 0 AND version.gone AND version.recorded IS NOT NULL
  RETURN version.recorded AS recorded, coalesce(version.wasLoaded, false) AS loaded
  ORDER BY version.number DESC LIMIT 1
}
RETURN row.key AS key, recorded, loaded
