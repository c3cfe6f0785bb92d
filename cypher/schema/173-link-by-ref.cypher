// Finds a relation by its ref, under which its versions are kept.
CREATE INDEX link_by_ref IF NOT EXISTS FOR ()-[l:LINK]-() ON (l.namespace, l.ref)
