// moving/end-batch: mark a batch of an import as done, in the batch's transaction. One row; none if another process
// marked it before.
//   $batch  number of the batch, counted from 0
:params {namespace: "default", hash: "a1", batch: 0};
MATCH (i:NamespaceImport {namespace: $namespace}) USING INDEX SEEK i:NamespaceImport(namespace)
REMOVE i.lock // takes the write lock before it is read
WITH i WHERE i.hash = $hash AND i.batches = $batch
SET i.batches = toInteger($batch) + 1
RETURN i.batches AS batches
