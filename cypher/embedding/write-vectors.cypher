// embedding/write-vectors: write vectors of stored texts into one slot, unless a text has changed since it was
// embedded. One row; none if the lease was lost.
//   $rows  [{namespace, ref, title, text, vector, mark}]: a vector and its model; or null and the reason
//   $vectorProperty, $modelProperty  properties of the slot
:params {name: "embedding", owner: "replica-1", token: 1, until: datetime(), vectorProperty: "embedding0", modelProperty: "model0", rows: [{namespace: "default", ref: "item:open_files", title: "open files", text: "…", vector: null, mark: "none"}]};
MATCH (lease:Lease {name: $name})
REMOVE lease.lock // takes the write lock
WITH lease WHERE lease.owner = $owner AND lease.token = $token
SET lease.until = $until
WITH lease
CALL (lease) {
  UNWIND $rows AS row
  MATCH (k:Knowledge {namespace: row.namespace, ref: row.ref})
  REMOVE k.lock // takes the write lock before the text is compared
  WITH k, row WHERE k.title = row.title AND k.text = row.text AND k[$modelProperty] = 'none'
  SET k[$modelProperty] = row.mark
  WITH collect({k: k, vector: row.vector}) AS written
  CALL (written) {
    UNWIND written AS w
    WITH w.k AS k, w.vector AS vector WHERE vector IS NOT NULL
    CALL db.create.setNodeVectorProperty(k, $vectorProperty, vector)
  }
  RETURN size(written) AS written
}
RETURN written
