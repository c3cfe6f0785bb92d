// explore/066-success-by-agent-and-week: Success of each agent, week by week
// How many of an agent's contexts were reported on, and how many of these succeeded. Few reports say little.
:params {namespace: "demo", weeks: 12};
MATCH (receipt:Receipt) USING INDEX SEEK receipt:Receipt(namespace, outcomeAt)
WHERE receipt.namespace = $namespace AND receipt.outcomeAt >= datetime() - duration({days: 7 * $weeks})
WITH coalesce(receipt.agent, '(no name)') AS agent, date.truncate('week', receipt.outcomeAt) AS week, receipt.success AS success
RETURN week, agent, count(*) AS reported, count(CASE WHEN success THEN 1 END) AS succeeded
ORDER BY week DESC, reported DESC, agent
