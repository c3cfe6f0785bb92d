// Learnings of a namespace by when they happened.
CREATE INDEX learning_by_time IF NOT EXISTS FOR (l:Learning) ON (l.namespace, l.timestamp);
