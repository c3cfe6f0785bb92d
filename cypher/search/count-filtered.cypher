// search/count-filtered: number of nodes that pass a filter, counted up to $limit.
//   $question  one map, since the database makes a plan for each size of a text or list parameter, and null
:params {question: {namespace: "default", kinds: ["ITEM"], updatedAfter: null, required: {}}, minTrust: 0.5, limit: 2000};
CYPHER replan=skip
MATCH (k:Knowledge) USING INDEX SEEK k:Knowledge(namespace, kind, trust)
WHERE k.namespace = $question.namespace AND k.kind IN $question.kinds AND k.trust >= $minTrust
  AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)
  AND ($question.required = {} OR all(group IN coalesce($question.required[k.kind], []) WHERE any(token IN group WHERE token IN k.facets)))
WITH k LIMIT toInteger($limit)
RETURN count(k) AS matching
