// save-runbook: save a runbook; its trust and its ledger stay unchanged.
:params {namespace: "default", id: "disk", ref: "runbook:disk", title: "disk full", text: "disk full", alarm: "disk full", facets: [], now: datetime()};
MERGE (runbook:Knowledge {namespace: $namespace, ref: $ref})
ON CREATE SET
  runbook:Runbook, runbook.id = $id, runbook.kind = 'RUNBOOK', runbook.facets = $facets, runbook.trust = 0.5,
  runbook.initialTrust = 0.5, runbook.trustSince = $now, runbook.attempts = 0, runbook.successes = 0,
  runbook.createdAt = $now
SET runbook.title = $title, runbook.text = $text, runbook.alarm = $alarm, runbook.updatedAt = $now
