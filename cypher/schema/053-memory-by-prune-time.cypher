// What falls under the threshold next, in all namespaces: archiving reads what has fallen and nothing else.
CREATE INDEX memory_by_prune_time IF NOT EXISTS FOR (m:Memory) ON (m.pruneAt)
