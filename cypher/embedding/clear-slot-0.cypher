// embedding/clear-slot-0: remove vectors of other models from slot 0, $limit at a time. One row: number of nodes
// cleared.
//   $models  models whose vectors are removed, each also as 'refused:<name>'
:params {models: ["stub-64"], limit: 500};
UNWIND $models AS model
MATCH (k:Knowledge)
WHERE k.model0 = model AND k.namespace >= '' AND k.ref >= '' // these conditions let the planner use the index
WITH k LIMIT toInteger($limit)
SET k.model0 = 'none', k.embedding0 = null
RETURN count(k) AS cleared
