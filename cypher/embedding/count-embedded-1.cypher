// embedding/count-embedded-1: how many texts of a namespace have a vector of a model in slot 1, of how many.
:params {namespace: "default", model: "stub-32"};
CALL () {
  MATCH (k:Knowledge)
  WHERE k.model1 = $model AND k.namespace = $namespace AND k.ref >= '' // so that the index serves all three
  RETURN count(*) AS embedded
}
CALL () {
  MATCH (k:Knowledge)
  WHERE k.namespace = $namespace AND k.ref >= '' // so that the index serves both
  RETURN count(*) AS total
}
RETURN embedded, total
