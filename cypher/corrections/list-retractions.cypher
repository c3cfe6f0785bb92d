// corrections/list-retractions: the retractions with given ids. One row per existing retraction, ordered by node.
:params {namespace: "default", ids: ["retract:e1"]};
UNWIND $ids AS id
MATCH (entry:Evidence {namespace: $namespace, id: id})<-[:HAS_EVIDENCE]-(node:Knowledge)
USING INDEX SEEK entry:Evidence(namespace, id)
RETURN node.ref AS ref, entry.id AS evidenceId, coalesce(entry.retracts, []) AS retracts, entry.trustBefore AS trustBefore,
  entry.trustAfter AS trustAfter, entry.at AS at, entry.comment AS reason
ORDER BY ref, evidenceId
