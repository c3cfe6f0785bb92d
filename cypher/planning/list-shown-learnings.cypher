// planning/list-shown-learnings: which learnings of items a prompt shows, and how many there are in all, but for those of
// which a person said that they do not hold.
// Those of $version first, then verified where $verifiedFirst says so, then newest, ties by id; those that await a recovery come after all others. One
// row an item that has learnings.
//   $version  of the application; null for none in particular      $limit  maximum number of an item
:params {namespace: "default", ids: ["open_files"], version: null, verifiedFirst: true, limit: 3};
UNWIND $ids AS id
MATCH (item:KnowledgeItem {namespace: $namespace, id: id})
CALL (item) {
  MATCH (item)-[:HAS_LEARNING]->(learning:Learning)
  WHERE coalesce(learning.verifiedByPerson, true)
  WITH learning, learning:SelfExploration AND learning.recoveryApproach IS NULL AS awaiting,
    coalesce(learning.applicationVersion = $version, false) AS ofVersion
  ORDER BY awaiting, ofVersion DESC, learning.verified AND $verifiedFirst DESC, learning.timestamp DESC, learning.id
  RETURN collect(learning.id) AS learningIds
}
WITH id, learningIds WHERE learningIds <> []
RETURN id AS itemId, learningIds[..toInteger($limit)] AS learningIds, size(learningIds) AS total
