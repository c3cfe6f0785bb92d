// graph/await-indexes: waits until every index serves; fails when one does not in time.
//   $seconds  how long to wait
:params {seconds: 300};
CALL db.awaitIndexes(toInteger($seconds))
