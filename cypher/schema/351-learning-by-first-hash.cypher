// Finds a learning by what a catalog said of it before it was edited.
CREATE INDEX learning_by_first_hash IF NOT EXISTS FOR (l:Learning) ON (l.namespace, l.firstHash)
