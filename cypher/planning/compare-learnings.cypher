// planning/compare-learnings: how often prompts showed learnings, how often steps followed them, and how often these
// succeeded; and outcomes of reported steps from items that had a learning when the plan was made, of plans whose prompt
// showed one and of other plans. Steps carried over to a recovery count only in their first plan. One row.
//   $since  only plans made and steps reported at this time or later
:params {namespace: "default", since: datetime("1970-01-01")};
CALL () {
  MATCH (learning:Learning {namespace: $namespace})
  WHERE learning.id > ""
  CALL (learning) {
    MATCH (learning)<-[:SHOWED]-(plan:Plan) WHERE plan.createdAt >= $since
    RETURN count(plan) AS shown
  }
  CALL (learning) {
    MATCH (learning)<-[:FOLLOWS]-(step:Step) WHERE step.reportedAt >= $since
    RETURN count(step) AS followed, count(CASE WHEN step.outcome = 'SUCCESS' THEN 1 END) AS succeeded
  }
  RETURN sum(shown) AS shown, sum(followed) AS followed, sum(succeeded) AS succeeded
}
CALL () {
  MATCH (learning:Learning {namespace: $namespace})
  WHERE learning.id > ""
  MATCH (item:KnowledgeItem)-[:HAS_LEARNING]->(learning)
  WITH item, min(learning.timestamp) AS learned
  MATCH (item)<-[:DERIVED_FROM]-(step:Step)<-[:HAS_STEP]-(plan:Plan)
  WHERE step.outcome IN ['SUCCESS', 'FAILURE', 'CORRECTED'] AND NOT step.carried AND step.reportedAt >= $since
    AND plan.createdAt >= learned
  WITH step.outcome = 'SUCCESS' AS isSuccess, EXISTS {
    MATCH (plan)-[:SHOWED]->(shown:Learning) WHERE EXISTS { (shown)<-[:HAS_LEARNING]-(item) }
  } AS isGiven
  RETURN
    {n: count(CASE WHEN isGiven THEN 1 END), successes: count(CASE WHEN isGiven AND isSuccess THEN 1 END)} AS given,
    {n: count(CASE WHEN NOT isGiven THEN 1 END), successes: count(CASE WHEN NOT isGiven AND isSuccess THEN 1 END)} AS notGiven
}
RETURN shown, followed, succeeded, given, notGiven
