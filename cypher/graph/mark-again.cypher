// graph/mark-again: like mark-commit, for an attempt that follows an unanswered commit. One row: whether the mark already
// had the number, which means that the earlier attempt was committed. If that is still under way, it is waited for.
:params {id: "01J00000000000000000000000", number: 1};
MERGE (mark:CommitMark {id: $id})
REMOVE mark.lock // takes the write lock, so that an earlier attempt has ended before its number is read
WITH mark, coalesce(mark.number = $number, false) AS isCommitted
SET mark.number = $number
RETURN isCommitted
