// items/save-items: create items or update the documentation of existing ones; trust and learnings are kept. One row
// per item: CREATED, UPDATED or UNCHANGED, and whether its embedded text changed.
//   $rows  id, hash of the documentation, documentation (its properties), application (null keeps it, '' removes it),
//          facets (of that application), extra (null keeps it), givenFields, initialTrust; each id once
:params {namespace: "default", now: datetime(), rows: [{id: "open_files", ref: "item:open_files", hash: "h", application: null, facets: [], extra: null, givenFields: [], initialTrust: 1.0, documentation: {title: "open files", text: "Load measurements"}}]};
UNWIND $rows AS row
MERGE (item:KnowledgeItem {namespace: $namespace, id: row.id})
ON CREATE SET
  item:Knowledge, item.ref = row.ref, item.kind = 'ITEM', item.facets = row.facets, item.extra = '{}',
  item.trust = row.initialTrust, item.initialTrust = row.initialTrust, item.trustSince = $now,
  item.createdAt = $now
WITH item, row,
  item.documentHash IS NULL AS created,
  item.documentHash = row.hash
    AND (row.application IS NULL OR row.application = coalesce(item.application, ''))
    AND (row.extra IS NULL OR row.extra = item.extra) AS unchanged,
  item.title = row.documentation.title AND item.text = row.documentation.text AS sameText
FOREACH (_ IN CASE WHEN unchanged THEN [] ELSE [1] END |
  SET item += row.documentation, item.documentHash = row.hash, item.givenFields = row.givenFields, item.updatedAt = $now
  SET item.facets = CASE WHEN row.application IS NULL THEN item.facets ELSE row.facets END,
    item.application = CASE WHEN row.application IS NULL THEN item.application ELSE nullIf(row.application, '') END,
    item.extra = coalesce(row.extra, item.extra)
)
// Another version derived another text from the same documentation. Readers do not see this as a change.
FOREACH (_ IN CASE WHEN unchanged AND NOT sameText THEN [1] ELSE [] END |
  SET item.title = row.documentation.title, item.text = row.documentation.text
)
RETURN
  row.id AS id,
  CASE WHEN created THEN 'CREATED' WHEN unchanged THEN 'UNCHANGED' ELSE 'UPDATED' END AS outcome,
  created OR NOT sameText AS textChanged
