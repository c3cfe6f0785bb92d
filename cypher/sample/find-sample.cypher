// sample/find-sample: the state of the demo data of a namespace, and whether the namespace contains any data. One row.
// loadedAt: null while the demo data is being loaded, and if it was never loaded; begun: whether a load has begun.
:params {namespace: "demo"};
OPTIONAL MATCH (sample:Sample {namespace: $namespace})
RETURN sample IS NOT NULL AS begun, sample.loadedAt AS loadedAt,
  EXISTS { MATCH (n:Knowledge {namespace: $namespace}) WHERE n.ref > '' }
  OR EXISTS { MATCH (n:Entity {namespace: $namespace}) WHERE n.id > '' }
  OR EXISTS { MATCH (n:Domain {namespace: $namespace}) WHERE n.name > '' }
  OR EXISTS { MATCH (n:Plan {namespace: $namespace}) WHERE n.id > '' }
  OR EXISTS { MATCH (n:Receipt {namespace: $namespace}) WHERE n.id > '' }
  OR EXISTS { MATCH (n:Session {namespace: $namespace}) WHERE n.id > '' }
  OR EXISTS { MATCH (n:Task {namespace: $namespace}) WHERE n.id > '' } AS holdsData
