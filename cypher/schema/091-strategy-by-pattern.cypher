// The strategies of a kind of request, by trust.
CREATE INDEX strategy_by_pattern IF NOT EXISTS FOR (s:Strategy) ON (s.namespace, s.pattern, s.trust)
