// explore/105-what-misleads: What misleads agents
// Knowledge of every kind, ordered by how often it was used without success: items, memories, pieces, rules,
// strategies.
:params {namespace: "demo"};
UNWIND ['ITEM', 'MEMORY', 'PIECE', 'FLUENT', 'STRATEGY'] AS kind
MATCH (known:Knowledge {namespace: $namespace, kind: kind})
WHERE known.trust >= 0
WITH known, coalesce(known.tried, 0.0) AS tried, coalesce(known.succeeded, 0.0) AS succeeded
WHERE tried > succeeded
RETURN known.kind AS kind, known.ref AS ref, known.title AS title, round(tried - succeeded, 2) AS failed, round(tried, 2) AS tried,
       known.trust AS trust
ORDER BY failed DESC, ref LIMIT 25
