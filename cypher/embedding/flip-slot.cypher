// embedding/flip-slot: make searches and writes use the other slot. One row, the new state; none if the lease was lost
// or the job is not the current one.
:params {name: "embedding", owner: "replica-1", token: 1, until: datetime(), jobId: "01J00000000000000000000000", slot: 1, dimensions: 64, now: datetime()};
MATCH (lease:Lease {name: $name})
REMOVE lease.lock // takes the write lock
WITH lease WHERE lease.owner = $owner AND lease.token = $token
SET lease.until = $until
WITH lease
MATCH (active:EmbeddingModel {id: 'active'}) WHERE active.jobId = $jobId
MATCH (job:EmbeddingJob {id: active.jobId})
SET active.slot = toInteger($slot), active.model = job.model, active.provider = job.provider,
  active.dimensions = toInteger($dimensions), active.floor = null, active.changedAt = $now
RETURN active.slot AS slot, active.model AS model, active.provider AS provider, active.dimensions AS dimensions, active.floor AS floor,
  active.models AS models
