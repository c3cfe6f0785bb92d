// items/verify-learning: record a person's verdict on whether a learning is right. It holds until a person changes
// it, whatever the steps that follow the learning show. One row: whether the verdict changed, and what stood before; none if
// the learning does not exist.
:params {namespace: "default", id: "l1", verified: true};
MATCH (learning:Learning {namespace: $namespace, id: $id})
REMOVE learning.lock // takes the write lock first, so that all values read below are current
WITH learning, coalesce(learning.verifiedByPerson <> $verified, true) AS changed, learning.verified AS verified,
  learning.verifiedByPerson AS byPerson
SET learning.verified = $verified, learning.verifiedByPerson = $verified
RETURN changed, verified, byPerson
