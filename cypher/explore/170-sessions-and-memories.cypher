// explore/170-sessions-and-memories: Sessions on their way to memories
// The newest distillation jobs, with their sessions and the memories distilled from them.
:params {namespace: "demo"};
MATCH (job:Job {namespace: $namespace}) WHERE job.id < '~'
WITH job ORDER BY job.id DESC LIMIT 15
MATCH path = (job)-[:FOR]->(session:Session)
OPTIONAL MATCH memories = (session)<-[:DISTILLED_FROM]-(:Memory)
RETURN path, memories
UNION ALL
WITH 1 AS one WHERE NOT EXISTS { (:Job {namespace: $namespace}) }
RETURN 'None: no agent has submitted a session (heartwood distill)' AS path, null AS memories
