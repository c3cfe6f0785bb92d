// fluents/record-generation: keep one step of a run of rule generation. Whoever listens to the domain finds it by its time.
//   $event  id, run, activity, attempt, stage, reply and report (of an attempt that was checked; else null)
:params {namespace: "default", domain: "MSA", at: datetime(), event: {id: "e1", run: "r1", activity: "gap", attempt: 1, stage: "CHECKED", reply: "…", report: "{}"}};
MATCH (domain:Domain {namespace: $namespace, name: $domain})
CREATE (event:GenerationEvent {namespace: $namespace, domain: $domain, at: $at})-[:GENERATED_IN]->(domain)
SET event += $event, event.title = $event.activity + ' ' + toLower($event.stage)
