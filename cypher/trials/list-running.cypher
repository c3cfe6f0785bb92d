// trials/list-running: the running trials of a namespace, by id. One row per trial.
:params {namespace: "demo"};
MATCH (trial:Trial) USING INDEX SEEK trial:Trial(namespace, slot)
WHERE trial.namespace = $namespace AND trial.slot IS NOT NULL
RETURN trial.id AS id, trial.of AS of, trial.shownBy AS shownBy, trial.share AS share, trial.outcomes AS outcomes
ORDER BY id
