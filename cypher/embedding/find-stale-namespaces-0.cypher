// embedding/find-stale-namespaces-0: namespaces with texts that have no vector in slot 0, and the number of these
// texts.
MATCH (k:Knowledge)
WHERE k.model0 = 'none' AND k.namespace >= '' AND k.ref >= '' // these conditions let the planner use the index
RETURN k.namespace AS namespace, count(*) AS stale
ORDER BY namespace
