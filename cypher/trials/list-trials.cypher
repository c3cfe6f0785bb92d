// trials/list-trials: trials, newest first. One row per trial. counted: sessions with an outcome, at most the planned
// number; a session counts once.
//   $from, $until  the first and the last id; '' and '~' for all
//   $limit  maximum number of trials
:params {namespace: "demo", from: "", until: "~", limit: 100};
MATCH (trial:Trial) USING INDEX SEEK trial:Trial(namespace, id)
WHERE trial.namespace = $namespace AND trial.id >= $from AND trial.id <= $until
WITH trial ORDER BY trial.id DESC LIMIT toInteger($limit)
CALL (trial) {
  WITH trial WHERE trial.givenN IS NULL
  MATCH (trial)<-[:DRAWN]-(receipt:Receipt) WHERE receipt.outcomeAt IS NOT NULL
  RETURN count(DISTINCT receipt.session) AS open
}
RETURN trial.id AS id, trial.of AS of, trial.shownBy AS shownBy, trial.share AS share, trial.outcomes AS outcomes,
  trial.startedAt AS startedAt, trial.endedAt AS endedAt,
  CASE WHEN trial.givenN IS NULL AND open < trial.outcomes THEN open ELSE trial.outcomes END AS counted,
  CASE WHEN trial.givenN IS NOT NULL THEN {n: trial.givenN, successes: trial.givenSuccesses} END AS given,
  CASE WHEN trial.givenN IS NOT NULL THEN {n: trial.withheldN, successes: trial.withheldSuccesses} END AS withheld
ORDER BY id DESC
