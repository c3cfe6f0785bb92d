// embedding/find-stale-1: texts without a vector in slot 1, from several namespaces, in key order.
//   $namespaces  namespaces with such texts     $limit  maximum per namespace
:params {namespaces: ["default"], limit: 16};
UNWIND $namespaces AS namespace
CALL (namespace) {
  MATCH (k:Knowledge)
  WHERE k.model1 = 'none' AND k.namespace = namespace AND k.ref >= '' // these conditions let the planner use the index
  RETURN k ORDER BY k.model1, k.namespace, k.ref LIMIT toInteger($limit)
}
RETURN namespace, k.ref AS ref, k.title AS title, k.text AS text
ORDER BY namespace, ref
