// items/write-names: replace the stored names of items. Needs the lock of the catalog. If the item of a step was
// inferred by a name that another item receives now, the step is listed for review. One row for each name that an
// item lost and that may be unused now. Items that changed since their names were derived are skipped.
//   $rows  id, documentHash (of the documentation the names were derived from), names {kind, name, key, hash} (each once), said,
//          told, cut (true if limits cut off names or prose, so that the item stays marked)
:params {namespace: "default", rows: [{id: "open_files", documentHash: "h", names: [{kind: "control", name: "open", key: "open", hash: "h1"}], said: "e:", told: "", cut: false}]};
UNWIND $rows AS row
MATCH (item:KnowledgeItem {namespace: $namespace, id: row.id})
REMOVE item.lock
WITH item, row, coalesce(item.application, '') AS application
WHERE coalesce(item.documentHash, '') = row.documentHash
SET item.nameSaid = row.said, item.nameTold = row.told, item.namesOf = row.documentHash,
  item.nameScopes = item.facets + CASE application WHEN '' THEN ['any'] ELSE [] END
FOREACH (_ IN CASE WHEN row.cut THEN [1] ELSE [] END | SET item:UnnamedItem)
FOREACH (_ IN CASE WHEN row.cut THEN [] ELSE [1] END | REMOVE item:UnnamedItem)
WITH item, row, application,
  COLLECT { MATCH (item)-[:GOES_BY]->(name:ItemName) WHERE name.application = application RETURN name.hash } AS had,
  [given IN row.names | given.hash] AS has
CALL (item, row, application, had) {
  UNWIND [given IN row.names WHERE NOT given.hash IN had] AS given
  MERGE (name:ItemName {namespace: $namespace, key: given.key, application: application, hash: given.hash})
  ON CREATE SET name.kind = given.kind, name.name = given.name
  REMOVE name.lock
  CREATE (item)-[:GOES_BY]->(name)
  WITH item, name
  CALL (item, name) {
    MATCH (twin:ItemName)
    WHERE twin.namespace = $namespace AND twin.key = name.key AND twin.application >= '' AND twin.hash = name.hash
    MATCH (twin)<-[:DECIDED_BY]-(step:Step)
    WHERE step.review IS NULL AND (step.decidedIn IS NULL OR name.application IN ['', step.decidedIn])
      AND NOT EXISTS { (step)-[:DERIVED_FROM]->(item) }
    SET step.review = step.planId + ' ' + right('00000' + toString(step.num), 6)
    RETURN count(*) AS steps
  }
  RETURN count(*) AS taken
}
WITH item, application, has,
  COLLECT {
    MATCH (item)-[old:GOES_BY]->(name:ItemName)
    WHERE name.application <> application OR NOT name.hash IN has
    RETURN old
  } AS lost
UNWIND lost AS old
WITH old, endNode(old) AS name
DELETE old
RETURN name.key AS key, name.application AS application, name.hash AS hash
