// items/restore-verdict: replace a person's verdict on a learning by the one before it, or by none: then the steps that
// followed the learning decide. One row; none if the learning has another verdict by now, or does not exist.
//   $now       the verdict that is replaced; null for none       $next  the verdict that is written; null for none
//   $verified  whether the learning counts as verified if there is no verdict and no step followed it
:params {namespace: "default", id: "l1", now: true, next: null, verified: false};
MATCH (learning:Learning {namespace: $namespace, id: $id})
REMOVE learning.lock // takes the write lock first, so that all values read below are current
WITH learning WHERE learning.verifiedByPerson = $now OR (learning.verifiedByPerson IS NULL AND $now IS NULL)
WITH learning,
  COUNT { MATCH (learning)<-[:FOLLOWS]-(good:Step) WHERE good.outcome = 'SUCCESS' } AS successes,
  COUNT { MATCH (learning)<-[:FOLLOWS]-(bad:Step) WHERE bad.outcome IN ['FAILURE', 'CORRECTED'] } AS others
SET learning.verifiedByPerson = $next,
  learning.verified = CASE
    WHEN $next IS NOT NULL THEN $next
    WHEN successes + others = 0 THEN $verified
    ELSE successes + CASE WHEN learning:HumanInterrupt THEN 1 ELSE 0 END > others
  END
RETURN learning.id AS id
