// graph/acquire-lease: acquire the right to do work that only one replica may do, until $until. One row; none while
// another replica has it. The token increases with every owner, so that a write with the token of an expired lease
// changes nothing.
:params {name: "embedding", owner: "replica-1", now: datetime(), until: datetime()};
MERGE (lease:Lease {name: $name})
REMOVE lease.lock // takes the write lock, so that of several replicas one sees it free
WITH lease WHERE lease.until IS NULL OR lease.until <= $now OR lease.owner = $owner
SET lease.owner = $owner, lease.until = $until, lease.token = coalesce(lease.token, 0) + 1
RETURN lease.token AS token
