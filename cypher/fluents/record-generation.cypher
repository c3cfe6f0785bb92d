// fluents/record-generation: store one step of a run of rule generation. Subscriptions to the domain find it by its time.
//   $event  id, run, activity, attempt, stage, reply and report (null unless the attempt was checked)
:params {namespace: "default", domain: "MSA", at: datetime(), event: {id: "e1", run: "r1", activity: "gap", attempt: 1, stage: "CHECKED", reply: "…", report: "{}"}};
MATCH (domain:Domain {namespace: $namespace, name: $domain})
CREATE (event:GenerationEvent {namespace: $namespace, domain: $domain, at: $at})-[:GENERATED_IN]->(domain)
SET event += $event, event.title = $event.activity + ' ' + toLower($event.stage)
