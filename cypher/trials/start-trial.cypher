// trials/start-trial: start a trial, unless one of the same knowledge or the maximum number of trials runs. One row:
// whether it was started, and the running trial of the same knowledge, if there is one. A running trial has a slot, of
// which each exists once in a namespace: two that start at once cannot exceed the maximum.
//   $trial  properties of the new node      $most  maximum number of running trials
:params {namespace: "demo", trial: {id: "01JDEMO", of: "memory:m1", shownBy: "memory:m1", share: 0.5, outcomes: 400, startedAt: datetime()}, most: 3};
CALL () {
  MATCH (trial:Trial) USING INDEX SEEK trial:Trial(namespace, slot)
  WHERE trial.namespace = $namespace AND trial.slot IS NOT NULL
  RETURN collect(trial.slot) AS slots, head(collect(CASE WHEN trial.of = $trial.of THEN trial END)) AS same
}
WITH same, head([slot IN range(1, toInteger($most)) WHERE NOT slot IN slots]) AS slot
WITH same, slot, same IS NULL AND slot IS NOT NULL AS started
FOREACH (_ IN CASE WHEN started THEN [1] ELSE [] END |
  CREATE (trial:Trial {namespace: $namespace, slot: slot})
  SET trial += $trial, trial.outcomes = toInteger($trial.outcomes), trial.title = $trial.of)
RETURN started, same {.id, .of, .shownBy, .share, .outcomes} AS running
