// Finds changes that wrote no content, by time: retractions and what persons decided.
CREATE INDEX change_by_decision IF NOT EXISTS FOR (c:Change) ON (c.namespace, c.decides, c.at)
