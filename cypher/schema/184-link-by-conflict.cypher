// Lists the facts that contradict one another; only they have the property.
CREATE INDEX link_by_conflict IF NOT EXISTS FOR ()-[l:LINK]-() ON (l.namespace, l.conflict)
