// embedding/clear-slot-0: take vectors of other models out of slot 0, some at a time. One row: how many this time.
//   $models  names whose vectors go, each also as 'refused:<name>'
:params {models: ["stub-64"], limit: 500};
UNWIND $models AS model
MATCH (k:Knowledge)
WHERE k.model0 = model AND k.namespace >= '' AND k.ref >= '' // so that the index serves all three
WITH k LIMIT toInteger($limit)
SET k.model0 = 'none', k.embedding0 = null
RETURN count(k) AS cleared
