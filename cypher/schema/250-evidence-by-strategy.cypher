// What a strategy was tried for, in the order of its ledger.
CREATE INDEX evidence_by_strategy IF NOT EXISTS FOR (e:Evidence) ON (e.namespace, e.strategyId, e.sequence)
