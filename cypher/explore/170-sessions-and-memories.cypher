// explore/170-sessions-and-memories: Sessions on their way to memories
// The newest distillation jobs, with their sessions and the memories distilled from them.
:params {namespace: "demo"};
MATCH (job:Job {namespace: $namespace}) WHERE job.id < '~'
WITH job ORDER BY job.id DESC LIMIT 15
MATCH path = (job)-[:FOR]->(session:Session)
OPTIONAL MATCH memories = (session)<-[:DISTILLED_FROM]-(:Memory)
RETURN path, memories
