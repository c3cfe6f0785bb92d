// fluents/version-rules: applies migrations/023 to these fluents, before they are written or their versions are read; that
// file explains it.
:params {namespace: "default", ids: ["MSA/gap"]};
UNWIND $ids AS id
CALL (id) {
  MATCH (fluent:Fluent {namespace: $namespace, id: id})
  WITH fluent WHERE EXISTS { MATCH (fluent)-[:HAS_VERSION]->() } // so that no other fluent is locked
  REMOVE fluent.lock // takes the write lock before anything is read
  WITH fluent, coalesce(fluent.number, 1) AS first,
    COLLECT { MATCH (fluent)-[:HAS_VERSION]->(rules:Rules) RETURN rules ORDER BY rules.number, rules.id } AS kept
  WHERE size(kept) > 0
  WITH fluent, first, kept, size(kept) - CASE WHEN fluent.rules IS NULL THEN 0 ELSE 1 END AS earlier,
    // Escapes of JSON strings.
    [['\\', '\\\\'], ['"', '\\"'], ['\n', '\\n'], ['\r', '\\r'],
      ['\t', '\\t'], ['\b', '\\b'], ['\f', '\\f'], ['\u0000', '\\'+'u0000'],
      ['\u0001', '\\'+'u0001'], ['\u0002', '\\'+'u0002'], ['\u0003', '\\'+'u0003'], ['\u0004', '\\'+'u0004'],
      ['\u0005', '\\'+'u0005'], ['\u0006', '\\'+'u0006'], ['\u0007', '\\'+'u0007'], ['\u000b', '\\'+'u000b'],
      ['\u000e', '\\'+'u000e'], ['\u000f', '\\'+'u000f'], ['\u0010', '\\'+'u0010'], ['\u0011', '\\'+'u0011'],
      ['\u0012', '\\'+'u0012'], ['\u0013', '\\'+'u0013'], ['\u0014', '\\'+'u0014'], ['\u0015', '\\'+'u0015'],
      ['\u0016', '\\'+'u0016'], ['\u0017', '\\'+'u0017'], ['\u0018', '\\'+'u0018'], ['\u0019', '\\'+'u0019'],
      ['\u001a', '\\'+'u001a'], ['\u001b', '\\'+'u001b'], ['\u001c', '\\'+'u001c'], ['\u001d', '\\'+'u001d'],
      ['\u001e', '\\'+'u001e'], ['\u001f', '\\'+'u001f']] AS signs
  FOREACH (place IN range(0, earlier - 1) |
    MERGE (version:Version {namespace: fluent.namespace, ref: fluent.ref, number: first + place})
    SET version.title = fluent.title, version.from = kept[place].at,
      version.until = coalesce(kept[place + 1].at, fluent.updatedAt), version.change = kept[place].id,
      version.endedBy = kept[place + 1].id,
      version.state = '{"rules":"' + reduce(text = kept[place].rules, sign IN signs | replace(text, sign[0], sign[1])) +
        '","description":' + coalesce('"' + reduce(text = fluent.description, sign IN signs | replace(text, sign[0], sign[1])) + '"', 'null') + '}'
  )
  FOREACH (rules IN kept |
    MERGE (change:Change {namespace: fluent.namespace, id: rules.id})
    SET change.by = rules.by, change.at = rules.at, change.door = 'SAVE_FLUENT', change.refs = [fluent.ref],
      change.title = 'save fluent'
  )
  SET fluent.number = first + earlier,
    fluent.since = CASE WHEN fluent.rules IS NULL THEN fluent.updatedAt ELSE last(kept).at END,
    fluent.change = CASE WHEN fluent.rules IS NULL THEN null ELSE last(kept).id END
  FOREACH (rules IN kept | DETACH DELETE rules)
}
