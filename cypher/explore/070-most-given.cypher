// explore/070-most-given: Knowledge that contexts contain most often
// Correcting knowledge that is often given and little trusted helps agents most.
:params {namespace: "demo"};
MATCH (known:Knowledge {namespace: $namespace, kind: 'ITEM'})
WHERE known.trust >= 0
WITH known, COUNT { (known)<-[:GAVE]-() } AS given
WHERE given > 0
RETURN known.id AS id, given, known.trust AS trust
ORDER BY given DESC, id LIMIT 25
