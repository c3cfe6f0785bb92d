// explore/065-why-at-that-rank: Why an agent was given something at a rank
// The latest contexts of an agent, the knowledge at a given rank, and the reasons for that rank: the score of the
// knowledge, its trust at that time, and its present trust.
:params {namespace: "demo", agent: "agent-12", rank: 2, days: 30};
MATCH (receipt:Receipt {namespace: $namespace, agent: $agent}) USING INDEX SEEK receipt:Receipt(namespace, agent, id)
WHERE receipt.id > '' AND receipt.at >= datetime() - duration({days: $days})
WITH receipt ORDER BY receipt.id DESC LIMIT 25
MATCH (receipt)-[gave:GAVE]->(known:Knowledge)
WHERE gave.rank = $rank
RETURN receipt.at AS at, receipt.query AS asked, known.ref AS given, gave.score AS score, gave.trust AS trustThen,
       known.trust AS trustNow, receipt.success AS success, receipt.id AS receipt
ORDER BY at DESC, receipt, given
