// outcomes/list-misleading: knowledge that failures followed, most failures first, ties by ref; only what the caller
// may see. One row.
//   $since     only failures from this time on
//   $expired   pending observations older than this moment count as expired
//   $required  for each kind, groups of facets; the knowledge must have at least one facet of each group
//   $behind    {failed, ref} of the last row of the previous page; failed is null for the first page
//   $scanned   maximum number of observations, and of outcomes, to read, newest first
//   $limit     maximum number of rows
// failed: sum of the valid observations against the knowledge: a share of an outcome counts by its size, others count
// 1; plus the shares of failed contexts for kinds whose trust they do not move. helped: the same for observations in
// its favour; successful steps that came from the knowledge replace those that its policy counted.
// given: number of contexts and planning prompts of this time that contained it. truncated: there is more data than was
// read.
// Reads each receipt that contains a listed node, and each step that came from it.
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
