// An imported learning is recognised by its content, also where it was attached before it was exported.
CREATE INDEX learning_by_content IF NOT EXISTS FOR (l:Learning) ON (l.namespace, l.contentHash)
