// explore/075-given-and-never-used: Knowledge that is given often and named by no outcome
// Agents read it and say that they did not need it: it may be unclear, or found for questions that it does not answer.
:params {namespace: "demo", atLeast: 2};
MATCH (receipt:Receipt) USING INDEX SEEK receipt:Receipt(namespace, outcomeAt)
WHERE receipt.namespace = $namespace AND receipt.outcomeAt IS NOT NULL
WITH receipt ORDER BY receipt.namespace DESC, receipt.outcomeAt DESC LIMIT 1000
MATCH (receipt)-[gave:GAVE]->(known:Knowledge)
WITH known, count(*) AS given, count(CASE WHEN known.ref IN receipt.usedRefs THEN 1 END) AS used,
  count(CASE WHEN receipt.usedRefs IS NOT NULL THEN 1 END) AS named
WHERE used = 0 AND named >= $atLeast
RETURN known.ref AS ref, known.title AS title, known.trust AS trust, given, named AS outcomesThatNamedOthers
ORDER BY outcomesThatNamedOthers DESC, ref LIMIT 25
