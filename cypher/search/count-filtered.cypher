// search/count-filtered: number of nodes that pass a filter, counted up to $limit.
:params {namespace: "default", kinds: ["ITEM"], minTrust: 0.5, updatedAfter: null, required: {}, limit: 2000};
CYPHER replan=skip
MATCH (k:Knowledge) USING INDEX SEEK k:Knowledge(namespace, kind, trust)
WHERE k.namespace = $namespace AND k.kind IN $kinds AND k.trust >= $minTrust
  AND ($updatedAfter IS NULL OR k.updatedAt > $updatedAfter)
  AND ($required = {} OR all(group IN coalesce($required[k.kind], []) WHERE any(token IN group WHERE token IN k.facets)))
WITH k LIMIT toInteger($limit)
RETURN count(k) AS matching
