// explore/135-what-contradicts: Learnings that contradict each other
// Items with several learnings that suggest different actions. Contradicting learnings are not deleted, so compare
// them here. Learnings that were followed without success come first.
:params {namespace: "demo"};
MATCH (learning:Learning {namespace: $namespace})
WHERE learning.id > ''
MATCH (learning)<-[:HAS_LEARNING]-(item:KnowledgeItem)
WITH item, learning, COUNT { MATCH (learning)<-[:FOLLOWS]-(step:Step) WHERE step.outcome IN ['FAILURE', 'CORRECTED'] } AS failed
ORDER BY failed DESC, learning.id
WITH item, sum(failed) AS failed, collect(coalesce(learning.recoveryApproach, learning.humanReasoning)) AS says
WHERE size(says) > 1
RETURN item.id AS item, size(says) AS learnings, failed, says
ORDER BY failed DESC, learnings DESC, item LIMIT 25
