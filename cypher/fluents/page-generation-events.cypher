// fluents/page-generation-events: steps of rule generation in a domain, newest first.
//   $before  time and id of the last one before; a time that nothing reaches from the newest on
:params {namespace: "default", domain: "MSA", before: {at: datetime("9999-12-31"), id: ""}, limit: 20};
MATCH (event:GenerationEvent {namespace: $namespace, domain: $domain})
  USING INDEX SEEK event:GenerationEvent(namespace, domain, at)
WHERE event.at <= $before.at AND (event.at < $before.at OR event.id < $before.id)
RETURN event {.id, .run, .activity, .attempt, .stage, .reply, .report, .at} AS event
ORDER BY event.at DESC, event.id DESC
LIMIT toInteger($limit)
