// knowledge/delete-quotes: what knowledge said goes from the texts of receipts that gave it; their ids, scores and credits stay.
// One row: how many receipts. Called again until these are fewer than $limit.
//   $refs   of knowledge that is about to be deleted      $limit  most receipts of one call
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
