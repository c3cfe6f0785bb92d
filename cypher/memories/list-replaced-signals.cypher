// memories/list-replaced-signals: what each voice said about a memory within the window, of the same kind, and not yet
// retracted: its new signal replaces that. Outcomes of receipts are no such signals. No row for a new signal that is
// recorded already, and none where nothing is replaced.
//   $rows  n, namespace, ref, id (of the new entry), kind, agent, session (null: not named), anySession (the agent
//          alone is the voice), since
:params {rows: [{n: 0, namespace: "default", ref: "memory:mem_1", id: "e2", kind: "EXPLICIT_FEEDBACK", agent: null, session: null, anySession: false, since: datetime()}]};
UNWIND $rows AS row
MATCH (memory:Knowledge {namespace: row.namespace, ref: row.ref})-[:HAS_EVIDENCE]->(entry:Evidence)
USING INDEX SEEK memory:Knowledge(namespace, ref)
WHERE entry.kind = row.kind AND entry.at >= row.since AND entry.retractedBy IS NULL AND entry.receiptId IS NULL
  AND coalesce(entry.agent, '') = coalesce(row.agent, '') AND (row.anySession OR coalesce(entry.session, '') = coalesce(row.session, ''))
  AND NOT EXISTS { MATCH (:Evidence {namespace: row.namespace, id: row.id}) }
WITH row, entry ORDER BY entry.at, entry.id
RETURN row.n AS n, collect(entry.id) AS ids
