// explore/130-learnings-in-use: Use and success of learnings
// How often prompts showed a learning, how often steps followed it, and how often those steps succeeded. A learning
// that is shown often and never followed may be unclear or not applicable.
:params {namespace: "demo"};
MATCH (learning:Learning {namespace: $namespace})<-[:HAS_LEARNING]-(item:KnowledgeItem)
WHERE learning.id > ''
WITH item, learning, COUNT { (learning)<-[:SHOWED]-() } AS shown, COUNT { (learning)<-[:FOLLOWS]-() } AS followed,
  COUNT { MATCH (learning)<-[:FOLLOWS]-(step:Step) WHERE step.outcome = 'SUCCESS' } AS succeeded
RETURN item.id AS item, learning.id AS learning, learning.verified AS verified, shown, followed, succeeded,
       coalesce(learning.recoveryApproach, learning.humanReasoning) AS says
ORDER BY shown DESC, item, learning LIMIT 50
