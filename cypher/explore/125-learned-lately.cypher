// explore/125-learned-lately: Learnings of this week
// Learnings of the last seven days, newest first, with the item that each corrects.
:params {namespace: "demo", days: 7};
MATCH (learning:Learning {namespace: $namespace})
WHERE learning.timestamp >= datetime() - duration({days: $days})
MATCH (learning)<-[:HAS_LEARNING]-(item:KnowledgeItem)
RETURN learning.timestamp AS at, item.id AS item, learning.task AS task,
       coalesce(learning.originalError, learning.humanReasoning) AS what,
       coalesce(learning.recoveryApproach, learning.humanReasoning) AS instead, learning.id AS learning
ORDER BY at DESC, learning LIMIT 50
