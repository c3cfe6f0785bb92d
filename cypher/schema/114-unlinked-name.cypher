// Finds the names whose entities have changed since texts were linked to them.
CREATE INDEX unlinked_name IF NOT EXISTS FOR (n:UnlinkedName) ON (n.namespace)
