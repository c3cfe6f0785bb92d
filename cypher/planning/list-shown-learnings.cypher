// planning/list-shown-learnings: the learnings of items that a prompt shows, and the total number of learnings per
// item. Learnings that a person rejected are left out of both.
// Order: learnings of $version, then verified ones, then newest, ties by id; learnings that
// await a recovery come after all others. One row per item that has learnings.
//   $version  of the application; null for no particular one      $limit  maximum number of learnings per item
:params {namespace: "default", ids: ["open_files"], version: null, limit: 3};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
CALL (item) {
  MATCH (item)-[:HAS_LEARNING]->(learning:Learning)
  WHERE coalesce(learning.verifiedByPerson, true)
  WITH learning, learning:SelfExploration AND learning.recoveryApproach IS NULL AS awaiting,
    coalesce(learning.applicationVersion = $version, false) AS ofVersion
  ORDER BY awaiting, ofVersion DESC, learning.verified DESC, learning.timestamp DESC, learning.id
  RETURN collect(learning.id) AS learningIds
}
WITH id, learningIds WHERE learningIds <> []
RETURN id AS itemId, learningIds[..toInteger($limit)] AS learningIds, size(learningIds) AS total
