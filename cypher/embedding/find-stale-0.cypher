// embedding/find-stale-0: texts without a vector in slot 0, in key order.
:params {limit: 128};
MATCH (k:Knowledge)
WHERE k.model0 = 'none' AND k.namespace >= '' AND k.ref >= '' // so that the index serves all three
RETURN k.namespace AS namespace, k.ref AS ref, k.title AS title, k.text AS text
ORDER BY k.model0, k.namespace, k.ref LIMIT toInteger($limit)
