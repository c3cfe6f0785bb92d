// items/complete-learning: record what worked after a failure, unless that is known already. One row with the stored
// recovery; none if the learning does not exist.
:params {namespace: "default", id: "l1", recoveryApproach: "Use the tab", contentHash: "h"};
MATCH (learning:SelfExploration:Learning {namespace: $namespace, id: $id})
REMOVE learning.lock // takes the write lock, so that of two concurrent calls the first one wins
WITH learning, learning.recoveryApproach IS NULL AS awaiting
SET learning.contentHash = CASE WHEN awaiting THEN $contentHash ELSE learning.contentHash END,
  learning.recoveryApproach = CASE WHEN awaiting THEN $recoveryApproach ELSE learning.recoveryApproach END
RETURN learning.recoveryApproach AS recoveryApproach
