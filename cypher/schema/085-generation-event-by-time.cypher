// Who listens to a domain's progress asks for what is new since a moment.
CREATE INDEX generation_event_by_time IF NOT EXISTS FOR (e:GenerationEvent) ON (e.namespace, e.domain, e.at)
