// Reported steps by what became of them and when, for metrics. Steps that are not reported are not in it.
CREATE INDEX step_by_outcome IF NOT EXISTS FOR (s:Step) ON (s.namespace, s.outcome, s.reportedAt)
