// Finds the titles and names of entities that may stand in a text, by its words; other names have no key.
CREATE INDEX name_by_key IF NOT EXISTS FOR (n:Name) ON (n.namespace, n.key)
