// embedding/measure-floor-1: the cosine of unrelated texts in a model: the median over pairs of texts with a vector in
// slot 1. One row; `floor` is null if there are no pairs.
//   $pairs  pairs of whole numbers from 0: positions in key order, modulo the number of texts
//   $most   maximum number of texts from which pairs are drawn
:params {model: "stub-32", pairs: [[3, 17], [4, 1]], most: 100000};
MATCH (k:Knowledge)
WHERE k.model1 = $model AND k.namespace >= '' AND k.ref >= '' // these conditions let the planner use the index
WITH k ORDER BY k.model1, k.namespace, k.ref LIMIT toInteger($most)
WITH collect(k) AS drawn
UNWIND $pairs AS pair
WITH drawn, drawn[toInteger(pair[0]) % size(drawn)] AS one, drawn[toInteger(pair[1]) % size(drawn)] AS other
WHERE one <> other
WITH size(drawn) AS texts, 2 * vector.similarity.cosine(one.embedding1, other.embedding1) - 1 AS cosine
RETURN max(texts) AS texts, percentileCont(cosine, 0.5) AS floor
