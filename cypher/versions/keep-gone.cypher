// versions/keep-gone: keep the last states of things that an undo, or another change, removes, and add their refs to that change.
//   $rows    ref, number, state, title, text, since, change (id of the change that made the state), ends (source, target and
//            piece of a relation; null for all other things), recorded and loaded (of a merged relation: since when it was
//            known, and whether a load created it), key (of a relation that is shown at the times in which it stood; else null)
//   $change  id of the change that removes them
// A state of knowledge is found by searches of the time in which it stood; the caller hides the node afterwards.
:params {namespace: "default", now: datetime(), change: "01JUNDO", rows: [{ref: "item:open_files", number: 1, state: "{}", title: "open files", text: "Loads a file", since: datetime(), change: null, ends: null, key: null}]};
MATCH (change:Change {namespace: $namespace, id: $change})
SET change.refs = change.refs + [row IN $rows | row.ref]
WITH change
UNWIND $rows AS row
OPTIONAL MATCH (knowledge:Knowledge {namespace: $namespace, ref: row.ref}) USING INDEX SEEK knowledge:Knowledge(namespace, ref)
OPTIONAL MATCH (:Entity)-[link:LINK {namespace: $namespace, key: row.key}]->(:Entity) USING INDEX SEEK link:LINK(namespace, key)
MERGE (version:Version {namespace: $namespace, ref: row.ref, number: toInteger(row.number)})
// With the facet that the archive took, since the state was also current before that.
SET version.facets = CASE WHEN knowledge.archivedAt IS NOT NULL AND knowledge.mergedInto IS NULL THEN knowledge.facets + knowledge.visibility ELSE knowledge.facets END,
  version.state = row.state, version.title = row.title, version.text = row.text, version.from = row.since,
  version.until = CASE WHEN row.since > $now THEN row.since ELSE $now END, version.change = row.change, version.endedBy = $change,
  version.gone = true, version.recorded = row.recorded, version.wasLoaded = row.loaded, version.source = row.ends.source, version.target = row.ends.target, version.piece = row.ends.piece
FOREACH (_ IN CASE WHEN knowledge IS NULL THEN [] ELSE [1] END | SET version:SearchedVersion)
// The properties by which a relation is shown have the same names here.
FOREACH (_ IN CASE WHEN link IS NULL THEN [] ELSE [1] END |
  SET version += link {.key, .reverseKey, .type, .pieceId, .properties, .validFrom, .validTo, .startsAt, .startBasis, .ends, .endsKnown},
    version.createdAt = coalesce(link.joinedAt, link.createdAt)
)
