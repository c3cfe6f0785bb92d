// items/verify-learning: a person says whether a learning holds. That stands, whatever becomes of the steps that follow it,
// until a person says otherwise. One row; none when the learning does not exist.
:params {namespace: "default", id: "l1", verified: true};
MATCH (learning:Learning {namespace: $namespace, id: $id})
SET learning.verified = $verified, learning.verifiedByPerson = $verified
RETURN learning.verified AS verified
