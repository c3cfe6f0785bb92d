// embedding/clear-slot-1: remove vectors of other models from slot 1, $limit at a time. One row: number of nodes
// cleared.
//   $models  models whose vectors are removed, each also as 'refused:<name>'
:params {models: ["stub-64"], limit: 500};
UNWIND $models AS model
MATCH (k:Knowledge)
WHERE k.model1 = model AND k.namespace >= '' AND k.ref >= '' // these conditions let the planner use the index
WITH k LIMIT toInteger($limit)
SET k.model1 = 'none', k.embedding1 = null
RETURN count(k) AS cleared
