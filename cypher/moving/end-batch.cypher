// moving/end-batch: notes that a batch of an import is done, in the transaction that did it.
// One row; none where it was done before, by another process.
//   $batch  number of the batch, counted from 0
:params {namespace: "default", hash: "a1", batch: 0};
MATCH (i:NamespaceImport {namespace: $namespace}) USING INDEX SEEK i:NamespaceImport(namespace)
REMOVE i.lock // takes the write lock before it is read
WITH i WHERE i.hash = $hash AND i.batches = $batch
SET i.batches = toInteger($batch) + 1
RETURN i.batches AS batches
