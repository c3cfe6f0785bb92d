// graph/release-lease: release a lease before it expires.
:params {name: "embedding", owner: "replica-1", token: 1};
MATCH (lease:Lease {name: $name})
REMOVE lease.lock // takes the write lock
WITH lease WHERE lease.owner = $owner AND lease.token = $token
SET lease.until = null, lease.owner = null
