// shown/show-links: show scalar properties of current and superseded relations as properties of their own. What was shown before is
// removed.
//   $rows  key; values and integers as in show-entities
:params {namespace: "default", rows: [{key: "k", values: {years: 3.0}, integers: ["years"]}]};
UNWIND $rows AS row
CALL (row) {
  MATCH ()-[link:LINK]->() USING INDEX SEEK link:LINK(namespace, key)
  WHERE link.namespace = $namespace AND link.key = row.key
  RETURN link
 UNION ALL
  MATCH ()-[link:WAS_LINK]->() USING INDEX SEEK link:WAS_LINK(namespace, key)
  WHERE link.namespace = $namespace AND link.key = row.key
  RETURN link
}
FOREACH (name IN coalesce(link.shownProperties, []) | SET link[name] = null)
SET link += row.values
FOREACH (name IN row.integers | SET link[name] = toInteger(link[name]))
SET link.shownProperties = keys(row.values), link.unshown = null
