// graph/delete-old-marks: delete commit marks from before a time, oldest first. One row: their number.
//   $before  lower bound of the ids of newer marks; ids begin with the time at which they were made
//   $limit   maximum number of marks
:params {before: "01J00000000000000000000000", limit: 1000};
MATCH (mark:CommitMark) USING INDEX SEEK mark:CommitMark(id)
WHERE mark.id < $before
WITH mark ORDER BY mark.id LIMIT toInteger($limit)
DELETE mark
RETURN count(*) AS deleted
