// trials/settle-trials: end running trials of which the planned number of sessions has an outcome, and keep what the arms
// did: of each session its first outcome, of the sessions those that had one first. They are compared once. One row per
// trial that ended.
:params {namespace: "demo", ids: ["01JDEMO"], now: datetime()};
UNWIND $ids AS id
MATCH (trial:Trial {namespace: $namespace, id: id})
REMOVE trial.lock // takes the write lock first, so that a trial ends once
WITH trial WHERE trial.slot IS NOT NULL
CALL (trial) {
  MATCH (trial)<-[drawn:DRAWN]-(receipt:Receipt) WHERE receipt.outcomeAt IS NOT NULL
  WITH receipt.session AS session, drawn.arm AS arm, receipt ORDER BY receipt.outcomeAt, receipt.id
  WITH session, head(collect({arm: arm, success: receipt.success, at: receipt.outcomeAt})) AS unit
  ORDER BY unit.at, session
  RETURN collect(unit) AS all
}
WITH trial, all[0..trial.outcomes] AS units
WITH trial, units WHERE size(units) = trial.outcomes
SET trial.endedAt = $now,
  trial.givenN = size([unit IN units WHERE unit.arm = 'GIVEN']),
  trial.givenSuccesses = size([unit IN units WHERE unit.arm = 'GIVEN' AND unit.success]),
  trial.withheldN = size([unit IN units WHERE unit.arm = 'WITHHELD']),
  trial.withheldSuccesses = size([unit IN units WHERE unit.arm = 'WITHHELD' AND unit.success])
REMOVE trial.slot
RETURN trial.id AS id
