// audit/record-acts: record acts that appear neither as changes nor as evidence, in the transaction that carries them
// out.
// An act that takes several transactions is recorded once, with the first of them. One row for each act.
//   $rows  namespace, id, act, ref (of the thing), by (agent), keyId (of the stored API key), at
:params {rows: [{namespace: "default", id: "01JDEMO", act: "DELETE", ref: "item:open_files", by: null, keyId: null, at: datetime()}]};
UNWIND $rows AS row
MERGE (audit:Audit {namespace: row.namespace, id: row.id})
ON CREATE SET audit.act = row.act, audit.ref = row.ref, audit.by = row.by, audit.keyId = row.keyId, audit.at = row.at,
  audit.count = 1
RETURN audit.id AS id
