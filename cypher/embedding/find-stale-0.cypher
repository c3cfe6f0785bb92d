// embedding/find-stale-0: texts without a vector in slot 0, from several namespaces, in key order.
//   $namespaces  namespaces with such texts     $limit  maximum per namespace
:params {namespaces: ["default"], limit: 16};
UNWIND $namespaces AS namespace
CALL (namespace) {
  MATCH (k:Knowledge)
  WHERE k.model0 = 'none' AND k.namespace = namespace AND k.ref >= '' // these conditions let the planner use the index
  RETURN k ORDER BY k.model0, k.namespace, k.ref LIMIT toInteger($limit)
}
RETURN namespace, k.ref AS ref, k.title AS title, k.text AS text
ORDER BY namespace, ref
