// graph/renew-lease: extend a lease from acquire-lease. One row; none if the lease was lost.
:params {name: "embedding", owner: "replica-1", token: 1, until: datetime()};
MATCH (lease:Lease {name: $name})
REMOVE lease.lock // takes the write lock
WITH lease WHERE lease.owner = $owner AND lease.token = $token
SET lease.until = $until
RETURN lease.token AS token
