// embedding/count-embedded-1: number of texts of a namespace with a vector of a model in slot 1, and of all its texts.
:params {namespace: "default", model: "stub-32"};
CALL () {
  MATCH (k:Knowledge)
  WHERE k.model1 = $model AND k.namespace = $namespace AND k.ref >= '' // these conditions let the planner use the index
  RETURN count(*) AS embedded
}
CALL () {
  MATCH (k:Knowledge)
  WHERE k.namespace = $namespace AND k.ref >= '' // these conditions let the planner use the index
  RETURN count(*) AS total
}
RETURN embedded, total
