// Finds a superseded relation by its ref.
CREATE INDEX superseded_link_by_ref IF NOT EXISTS FOR ()-[l:WAS_LINK]-() ON (l.namespace, l.ref)
