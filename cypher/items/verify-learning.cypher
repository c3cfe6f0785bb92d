// items/verify-learning: a person says whether a learning holds. That stands, whatever becomes of the steps that follow it,
// until a person says otherwise. One row: whether that is news; none when the learning does not exist.
:params {namespace: "default", id: "l1", verified: true};
MATCH (learning:Learning {namespace: $namespace, id: $id})
REMOVE learning.lock // takes the write lock first, so that what is read from here on is current
WITH learning, coalesce(learning.verifiedByPerson <> $verified, true) AS changed
SET learning.verified = $verified, learning.verifiedByPerson = $verified
RETURN changed
