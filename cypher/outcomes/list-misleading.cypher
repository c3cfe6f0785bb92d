// outcomes/list-misleading: knowledge that failures followed, the most first, ties by ref; only what the caller sees. One row.
//   $since     only failures from this moment on      $expired   what waits since before this moment has no consensus any more
//   $required  by kind groups of facets, of each of which it must carry one
//   $behind    {failed, ref} of the last row of the page before; failed null for the first page
//   $scanned   observations, and as many outcomes, that are looked at, newest first      $limit  most rows
// failed: what was observed against it and stands, a share of an outcome as much as the share, anything else as 1; and the
// shares of failed contexts that move no trust of its kind. helped: the same for it, with the successful steps that came from
// it in place of those that its policy counted.
// given: contexts and planning prompts of this time that gave it. truncated: there is more than was looked at.
// Each receipt that gave a listed node, and each step that came from it, is read.
:params {namespace: "default", since: datetime("2026-01-01"), expired: datetime(), required: {}, behind: {failed: null, ref: ""}, scanned: 10000, limit: 20};
WITH COLLECT {
  MATCH (evidence:Evidence) USING INDEX SEEK evidence:Evidence(namespace, at)
  WHERE evidence.namespace = $namespace AND evidence.at >= $since
  RETURN evidence ORDER BY evidence.namespace DESC, evidence.at DESC LIMIT toInteger($scanned) + 1
} AS observed, COLLECT {
  MATCH (receipt:Receipt) USING INDEX SEEK receipt:Receipt(namespace, outcomeAt)
  WHERE receipt.namespace = $namespace AND receipt.outcomeAt >= $since
  RETURN receipt ORDER BY receipt.namespace DESC, receipt.outcomeAt DESC LIMIT toInteger($scanned) + 1
} AS ended
WITH observed[0..toInteger($scanned)] AS observed, ended[0..toInteger($scanned)] AS ended,
  size(observed) > $scanned OR size(ended) > $scanned AS truncated
CALL (observed, ended) {
  CALL (observed, ended) {
    UNWIND observed AS evidence
    WITH evidence
    WHERE NOT evidence.kind IN ['RETRACTION', 'RESTORED', 'STEP_SUCCESS'] AND evidence.retractedBy IS NULL
      AND (evidence.state = 'APPLIED' OR (evidence.state = 'PENDING' AND evidence.at >= $expired))
    UNWIND [(one:Knowledge)-[:HAS_EVIDENCE]->(evidence) | one] AS known
    RETURN known, NOT evidence.positive AS isFailure, coalesce(evidence.share, 1.0) AS share, evidence.at AS at
   UNION ALL
    UNWIND ended AS receipt
    UNWIND [(receipt)-[gave:GAVE]->(one:Knowledge) WHERE receipt.credits[gave.rank - 1] = 'UNMOVED'
      | {known: one, share: receipt.shares[gave.rank - 1]}] AS due
    WITH receipt, due WHERE due.share > 0
    RETURN due.known AS known, NOT receipt.success AS isFailure, due.share AS share, receipt.outcomeAt AS at
  }
  WITH known, round(sum(CASE WHEN isFailure THEN share ELSE 0.0 END), 6) AS failed,
    round(sum(CASE WHEN isFailure THEN 0.0 ELSE share END), 6) AS helped, max(CASE WHEN isFailure THEN at END) AS lastFailedAt
  WHERE failed > 0
    AND all(group IN coalesce($required[known.kind], []) WHERE any(token IN group WHERE token IN known.facets))
  WITH known, failed, helped, lastFailedAt ORDER BY failed DESC, known.ref
  RETURN collect({known: known, failed: failed, helped: helped, lastFailedAt: lastFailedAt}) AS misleading
}
WITH truncated, size(misleading) AS total,
  [one IN misleading WHERE $behind.failed IS NULL OR one.failed < $behind.failed
    OR (one.failed = $behind.failed AND one.known.ref > $behind.ref)][0..toInteger($limit)] AS page
RETURN truncated, total, COLLECT {
  UNWIND page AS one
  WITH one, one.known AS known
  RETURN {
    ref: known.ref, failed: one.failed, lastFailedAt: one.lastFailedAt,
    helped: one.helped + COUNT {
      MATCH (known)<-[:DERIVED_FROM]-(step:Step) WHERE step.outcome = 'SUCCESS' AND step.reportedAt >= $since AND NOT step.carried
    },
    given: COUNT { MATCH (known)<-[:GAVE]-(receipt:Receipt) WHERE receipt.at >= $since }
  } AS row
} AS rows
