// planning/find-step-evidence: what observations of a step did, by their ids, in the order given.
:params {namespace: "default", ids: ["e1"]};
UNWIND range(0, size($ids) - 1) AS place
MATCH (evidence:Evidence {namespace: $namespace, id: $ids[place]})
RETURN evidence.learningId AS learningId, evidence.trustAfter AS trustAfter
ORDER BY place
