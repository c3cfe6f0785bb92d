// embedding/find-stale-namespaces-0: the namespaces with texts that have no vector in slot 0 yet, and how many each has.
MATCH (k:Knowledge)
WHERE k.model0 = 'none' AND k.namespace >= '' AND k.ref >= '' // so that the index serves all three
RETURN k.namespace AS namespace, count(*) AS stale
ORDER BY namespace
