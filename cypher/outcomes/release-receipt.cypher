// outcomes/release-receipt: remove the outcome of a receipt, so that another one can be reported, with the next
// revision. Its credits are retracted after this statement, in its transaction. One row; none for an unknown receipt.
// released: false if it has no outcome. revision, at, reason: of the outcome removed last; null if none was.
:params {namespace: "default", id: "01JDEMO", now: datetime(), reason: "Another task was meant"};
MATCH (receipt:Receipt {namespace: $namespace, id: $id}) USING INDEX SEEK receipt:Receipt(namespace, id)
REMOVE receipt.lock // takes the write lock first, so that what is read from here on is current
WITH receipt, receipt.outcomeHash IS NOT NULL AS released,
  COLLECT { MATCH (receipt)-[ended:ENDED]->() RETURN ended } AS ends
FOREACH (_ IN CASE WHEN released THEN [1] ELSE [] END |
  SET receipt.revision = coalesce(receipt.revision, 0) + 1, receipt.withdrawnAt = $now, receipt.withdrawnReason = $reason
  REMOVE receipt.outcomeHash, receipt.success, receipt.usedRefs, receipt.outcomeAttributed, receipt.shares, receipt.credits, receipt.outcomeAt,
    receipt.outcomeAgent, receipt.outcomeSession, receipt.outcomeVerification, receipt.outcomeComment, receipt.outcomePlan,
    receipt.outcomeTask
  FOREACH (ended IN ends | DELETE ended)
)
RETURN released, receipt.revision - 1 AS revision, receipt.withdrawnAt AS at, receipt.withdrawnReason AS reason
