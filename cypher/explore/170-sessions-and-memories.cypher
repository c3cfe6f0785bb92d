// explore/170-sessions-and-memories: Sessions on their way to memories
// The newest jobs, the session each is for, and the memories that came of it.
:params {namespace: "demo"};
MATCH (job:Job {namespace: $namespace}) WHERE job.id < '~'
WITH job ORDER BY job.id DESC LIMIT 15
MATCH path = (job)-[:FOR]->(session:Session)
OPTIONAL MATCH memories = (session)<-[:DISTILLED_FROM]-(:Memory)
RETURN path, memories
