// graph/await-indexes: waits until every index is online; fails if one is not in time.
//   $seconds  how long to wait
:params {seconds: 300};
CALL db.awaitIndexes(toInteger($seconds))
