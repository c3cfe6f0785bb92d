// knowledge/expire-receipts: process the next oldest receipts of all namespaces. Receipts that are no longer needed are
// deleted; the others lose only their text. One row: numbers of receipts examined, deleted, and emptied. A receipt is
// needed if it has or had an outcome (for its credits, for repeated reports, and for retractions), if a plan was made
// with
// it, or if it contains knowledge whose voices are counted (the receipt shows which voice received the knowledge).
//   $name    name of the job, under which its position is stored      $before  only receipts from before this time
//   $voiced  kinds of which voices are counted                  $limit   maximum number of receipts to look at
:params {name: "receipts", before: datetime("2026-01-01"), voiced: ["MEMORY"], limit: 200};
MERGE (state:ReceiptRetention {name: $name})
WITH state, coalesce(state.at, datetime('0001-01-01')) AS fromAt, coalesce(state.id, '') AS fromId
CALL (fromAt, fromId) {
  MATCH (receipt:Receipt) USING INDEX SEEK receipt:Receipt(at)
  WHERE fromAt <= receipt.at < $before AND (receipt.at > fromAt OR receipt.id > fromId)
  RETURN receipt ORDER BY receipt.at, receipt.id LIMIT toInteger($limit)
}
WITH state, collect({node: receipt, at: receipt.at, id: receipt.id}) AS receipts
CALL (receipts) {
  UNWIND receipts AS found
  WITH found.node AS receipt ORDER BY receipt.namespace, receipt.id
  REMOVE receipt.lock // takes the write lock first, so that an outcome that came first is seen
  WITH receipt, receipt.outcomeHash IS NOT NULL OR receipt.revision IS NOT NULL
    OR any(kind IN receipt.kinds WHERE kind IN $voiced)
    OR EXISTS { MATCH (plan:Plan {namespace: receipt.namespace, receiptId: receipt.id}) } AS isNeeded
  WITH receipt, isNeeded, isNeeded AND receipt.text <> '' AS isEmptied
  FOREACH (_ IN CASE WHEN isEmptied THEN [1] ELSE [] END | SET receipt.text = '', receipt.quotesDeleted = true)
  FOREACH (_ IN CASE WHEN isNeeded THEN [] ELSE [1] END | DETACH DELETE receipt)
  RETURN count(CASE WHEN NOT isNeeded THEN 1 END) AS deleted, count(CASE WHEN isEmptied THEN 1 END) AS emptied
}
WITH state, size(receipts) AS looked, deleted, emptied, last(receipts) AS stop
SET state.at = coalesce(stop.at, state.at), state.id = coalesce(stop.id, state.id)
RETURN looked, deleted, emptied
