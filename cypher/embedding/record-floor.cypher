// embedding/record-floor: record the cosine of unrelated texts in the active model; the first recorded value stays.
// One row, the recorded value; none if the lease was lost or $model is no longer the active one.
:params {name: "embedding", owner: "replica-1", token: 1, until: datetime(), model: "stub-32", floor: 0.1};
MATCH (lease:Lease {name: $name})
REMOVE lease.lock // takes the write lock
WITH lease WHERE lease.owner = $owner AND lease.token = $token
SET lease.until = $until
WITH lease
MATCH (active:EmbeddingModel {id: 'active', model: $model})
SET active.floor = coalesce(active.floor, $floor)
RETURN active.floor AS floor
