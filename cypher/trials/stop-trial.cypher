// trials/stop-trial: stop a trial. One row; none for an unknown trial. A trial that no longer runs stays as it is.
:params {namespace: "demo", id: "01JDEMO", now: datetime()};
MATCH (trial:Trial {namespace: $namespace, id: $id})
SET trial.endedAt = coalesce(trial.endedAt, $now)
REMOVE trial.slot
RETURN trial.id AS id
