// graph/mark-commit: set a mark to the number of the transaction that runs this as its first statement, so that the number
// is stored exactly if the transaction is committed. One row: whether the mark already had this number, which means that
// an earlier attempt of the same transaction was committed. A concurrent earlier attempt is waited for.
//   $number  of the transaction, among those that use this mark; higher than that of the one before
:params {id: "01J00000000000000000000000", number: 1};
MERGE (mark:CommitMark {id: $id})
REMOVE mark.lock // takes the write lock, so that an earlier attempt has ended before its number is read
WITH mark, coalesce(mark.number = $number, false) AS isCommitted
SET mark.number = $number
RETURN isCommitted
