// items/complete-learning: what worked after a failure, where that is not known yet. One row with what is stored then;
// none when the learning does not exist.
:params {namespace: "default", id: "l1", recoveryApproach: "Use the tab", contentHash: "h"};
MATCH (learning:SelfExploration:Learning {namespace: $namespace, id: $id})
REMOVE learning.lock // takes the write lock, so that the first word counts
WITH learning, learning.recoveryApproach IS NULL AS awaiting
SET learning.contentHash = CASE WHEN awaiting THEN $contentHash ELSE learning.contentHash END,
  learning.recoveryApproach = CASE WHEN awaiting THEN $recoveryApproach ELSE learning.recoveryApproach END
RETURN learning.recoveryApproach AS recoveryApproach
