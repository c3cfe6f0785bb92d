// layers/follow-supersession: let two pieces wait for a decision again if the decision on them was undone, and no longer if that
// was undone. One row for each pair of pieces that both exist.
//   $id  the change of the decision
:params {namespace: "default", id: "01JDEMO"};
MATCH (change:Change {namespace: $namespace, id: $id})
UNWIND change.refs AS ref
MATCH (newer:Knowledge {namespace: $namespace, ref: ref})-[doubt:MAY_SUPERSEDE]->(older:Piece)
USING INDEX SEEK newer:Knowledge(namespace, ref)
WHERE older.ref IN change.refs AND doubt.decidedAt = change.at
SET doubt.waitsSince = CASE WHEN change.undone THEN doubt.waited END
RETURN newer.id AS newer, older.id AS older
