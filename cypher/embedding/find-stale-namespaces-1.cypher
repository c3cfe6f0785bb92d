// embedding/find-stale-namespaces-1: namespaces with texts that have no vector in slot 1, and the number of these
// texts.
MATCH (k:Knowledge)
WHERE k.model1 = 'none' AND k.namespace >= '' AND k.ref >= '' // these conditions let the planner use the index
RETURN k.namespace AS namespace, count(*) AS stale
ORDER BY namespace
