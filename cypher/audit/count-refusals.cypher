// audit/count-refusals: record refused access. Refusals with the same id share one record, with their number and the
// time
// of the last one. One row for each record.
//   $rows  namespace, id, act, ref (of the operation), by (agent), keyId (of the stored API key), at, count
:params {rows: [{namespace: "default", id: "refused:1", act: "REFUSE", ref: "operation:deleteMemory", by: null, keyId: null, at: datetime(), count: 1}]};
UNWIND $rows AS row
MERGE (audit:Audit {namespace: row.namespace, id: row.id})
REMOVE audit.lock // takes the write lock, so that concurrent refusals are all counted
SET audit.act = row.act, audit.ref = row.ref, audit.by = row.by, audit.keyId = row.keyId, audit.at = row.at,
  audit.count = toInteger(coalesce(audit.count, 0) + row.count)
RETURN audit.id AS id
