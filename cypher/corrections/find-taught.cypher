// corrections/find-taught: a learning with the ledger entries of its item that it was recorded with. One row; none if
// it does not exist.
:params {namespace: "default", id: "l1"};
MATCH (learning:Learning {namespace: $namespace, id: $id})<-[has:HAS_LEARNING|HAD_LEARNING]-(item:KnowledgeItem)
USING INDEX SEEK learning:Learning(namespace, id)
RETURN item.ref AS ref, has:HAS_LEARNING AS stands, learning.resolvedInto AS resolvedInto,
  COLLECT {
    MATCH (item)-[:HAS_EVIDENCE]->(entry:Evidence)
    WHERE entry.learningId = $id AND entry.retractedBy IS NULL
    RETURN entry {.id, observed: entry.kind, .planId, .stepNum} AS one ORDER BY one.id
  } AS entries
