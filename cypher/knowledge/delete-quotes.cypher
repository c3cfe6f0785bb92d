// knowledge/delete-quotes: delete the texts of receipts that quote the given knowledge; their ids, scores and credits
// stay. One row: number of receipts. Call again until it is less than $limit.
//   $refs   knowledge that is about to be deleted      $limit  maximum number of receipts per call
:params {namespace: "default", refs: ["item:open_files"], limit: 1000};
UNWIND $refs AS ref
CALL (ref) {
  MATCH (knowledge:Knowledge {namespace: $namespace, ref: ref})
  RETURN knowledge
 UNION
  MATCH (knowledge:Undone {namespace: $namespace, ref: ref})
  RETURN knowledge
}
MATCH (knowledge)<-[:GAVE]-(receipt:Receipt)
WHERE receipt.quotesDeleted IS NULL
WITH DISTINCT receipt LIMIT toInteger($limit)
SET receipt.text = '', receipt.quotesDeleted = true
RETURN count(*) AS receipts
