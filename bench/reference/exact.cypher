// The cosine of every vector of the namespace.
MATCH (k:Knowledge {namespace: $namespace, kind: 'ITEM'})
WITH k, vector.similarity.cosine(k.embedding0, $vector) AS near ORDER BY near DESC, k.ref LIMIT toInteger($first)
RETURN k.ref AS ref, (2 * near - 1) * k.trust AS score ORDER BY score DESC, ref
