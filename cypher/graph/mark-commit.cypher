// graph/mark-commit: set a mark to the number of the transaction that runs this as its first statement, so that the number
// is stored exactly if the transaction is committed. No row. Attempts that follow an unanswered commit run mark-again.
//   $number  of the transaction, among those that use this mark; higher than that of the one before
:params {id: "01J00000000000000000000000", number: 1};
MERGE (mark:CommitMark {id: $id})
SET mark.number = $number
